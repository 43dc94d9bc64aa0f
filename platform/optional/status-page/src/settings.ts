import { originAlone, readSettings, type SettingSchemas, type Variables } from '@site/node/settings.ts';
import { isSafeForSecrets } from '@site/releases/signing/audience.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { z } from 'zod';

const schema = z.object({
  SITE_ORIGIN: originAlone.optional(),
  METRICS_TOKEN: z.string().min(1).optional(),
} satisfies SettingSchemas);

/** What is checked: the public origin of a site, and the token with which it takes test messages. */
export interface CheckedSite {
  readonly origin: string;
  /** Without one, the form isn't checked. */
  readonly token: string | undefined;
}

/**
 * Reads which site is checked.
 *
 * @param site its origin, instead of SITE_ORIGIN
 * @throws {OperatorError} SITE-SETTINGS when neither is given, or others could read the token on its way
 */
export function readCheckedSite(site: string | undefined, variables: Variables): CheckedSite {
  const { SITE_ORIGIN, METRICS_TOKEN: token } = readSettings(schema, variables);
  const origin = site ?? SITE_ORIGIN;
  if (origin === undefined)
    throw new OperatorError('SITE-SETTINGS', 'Set SITE_ORIGIN, or --site, to the site that visitors use.');
  if (token !== undefined && !isSafeForSecrets(origin))
    throw new OperatorError('SITE-SETTINGS', `METRICS_TOKEN is sent to ${origin}, which must be an https address.`);
  return { origin, token };
}
