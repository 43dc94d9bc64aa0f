import { askWhy } from '@site/releases/explain/askWhy.ts';
import { readRunningSite } from '@site/releases/runningSite.ts';
import { isOwnMachine } from '@site/releases/signing/audience.ts';
import { readSettings, reportsFolder } from '@site/server/settings.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { CommandResult } from '../commands/print.ts';
import { explanationLines } from './explanationLines.ts';

/**
 * `site explain URL`: asks a running site why visitors get what they get at an address.
 *
 * @throws {OperatorError} SITE-USAGE without a token, or for another site; SITE-UNREACHABLE when nothing explains itself there
 */
export async function explainCommand(url: string): Promise<CommandResult> {
  const settings = readSettings(process.env);
  const running = await readRunningSite(reportsFolder(settings));
  const { METRICS_TOKEN: token, SITE_ORIGIN } = settings;
  if (!token)
    throw new OperatorError(
      'SITE-USAGE',
      'The site explains itself to whoever has its METRICS_TOKEN, which isn’t set here: --env-file /etc/site.env.',
    );
  const address = addressOf(url, [SITE_ORIGIN, running?.origin]);
  const answer = await askWhy(address, token);
  return { lines: explanationLines(answer), data: answer };
}

/**
 * The address to ask. The token goes to the site alone, or to a server of this machine.
 *
 * @param origins of the site; a path is asked there
 */
export function addressOf(text: string, origins: readonly (string | undefined)[]): URL {
  const known = origins.filter((origin) => origin !== undefined);
  const url = URL.parse(text, known[0] ?? 'http://127.0.0.1:3000');
  const isSite = url && (known.includes(url.origin) || isOwnMachine(url.origin));
  if (isSite && /^https?:$/.test(url.protocol)) return url;
  const site = known[0] ?? 'this machine: SITE_ORIGIN isn’t set';
  throw new OperatorError(
    'SITE-USAGE',
    `“${text}” is no address of the site (${site}). The token is sent nowhere else. Name a path, such as /en/pricing.`,
  );
}
