import type { ServiceOptions } from '@site/release-service/ServiceOptions.ts';
import { readTrustedKeys } from '@site/releases/signing/keys.ts';
import { readLocalKeys } from '@site/releases/signing/localKey.ts';
import { type Trust, trustFile } from '@site/releases/signing/Trust.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { defaultPolicy } from '../defaultPolicy.ts';
import { openWritableStore } from '../openStore.ts';
import { previewLink } from '../pages/previewLinks.ts';
import {
  audienceOf,
  copiesFolder,
  localKeysFolder,
  reportsFolder,
  type Settings,
  trustedKeysFile,
} from '../settings.ts';

/** What the release service is given, as the settings say. */
export async function serviceOptions(
  settings: Settings,
  given: Pick<ServiceOptions, 'trust' | 'preflight'>,
): Promise<ServiceOptions> {
  const store = await openWritableStore(settings.RELEASES);
  return {
    ...given,
    settings,
    store,
    policy: defaultPolicy,
    copies: copiesFolder(settings),
    reports: reportsFolder(settings),
    previewLink: async (preview) => {
      const { pages } = await store.manifest(preview.app, preview.version);
      return await previewLink({ ...preview, pages }, settings);
    },
  };
}

/**
 * Whose requests the service accepts.
 *
 * @throws {OperatorError} SITE-KEYS when no keys are trusted: anyone could release
 */
export function serviceTrust(settings: Settings, onProblem?: (error: unknown) => void): Trust {
  const file = trustedKeysFile(settings);
  const read = localKeysFolder(settings) === undefined ? readTrustedKeys : readLocalKeys;
  if (file !== undefined) return trustFile(file, audienceOf(settings), onProblem, read);
  throw new OperatorError(
    'SITE-KEYS',
    'The release service needs the keys of those who may release: set TRUSTED_KEYS. docs/security.md says how they are made.',
  );
}
