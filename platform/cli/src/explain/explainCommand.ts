import { readRunningSite } from '@site/releases/runningSite.ts';
import { isOwnMachine } from '@site/releases/signing/audience.ts';
import { type Explanation, explainHeader, explanationHeader } from '@site/server/operations/Explanation.ts';
import { readSettings, reportsFolder } from '@site/server/settings.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { CommandResult } from '../commands/print.ts';
import { type ExplainedAnswer, explanationLines } from './explanationLines.ts';

/** How long an answer may take, in milliseconds: longer than the site takes with all its fallbacks. */
const answerTime = 20_000;

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
  const answer = await explained(address, token);
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

async function explained(address: URL, token: string): Promise<ExplainedAnswer> {
  const { status, headers } = await asked(address, token);
  const text = headers.get(explanationHeader);
  if (text === null) throw unexplained(address, status, headers);
  const location = headers.get('location');
  return {
    url: address.href,
    status,
    ...(location !== null && { location }),
    explanation: JSON.parse(text) as Explanation,
  };
}

async function asked(address: URL, token: string): Promise<Response> {
  try {
    const headers = { [explainHeader]: token, accept: 'text/html' };
    const response = await fetch(address, { headers, redirect: 'manual', signal: AbortSignal.timeout(answerTime) });
    await response.body?.cancel();
    return response;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(
      'SITE-UNREACHABLE',
      `${address.href} can’t be read: ${reason}. Is the site running?`,
      error,
    );
  }
}

/** Why there is no explanation: a cache in front of the site has answered, or the site has another token. */
function unexplained(address: URL, status: number, headers: Headers): OperatorError {
  const age = headers.get('age');
  const reason =
    age === null
      ? 'The site there has another METRICS_TOKEN, or none, or is older than this command.'
      : `A cache in front of the site has answered, with a page that is ${age} seconds old. Ask a server behind it: http://127.0.0.1:3000${address.pathname}`;
  return new OperatorError('SITE-UNREACHABLE', `${address.href} (status ${status}) doesn’t say why. ${reason}`);
}
