import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { type Explanation, explainHeader, explanationHeader, readExplanation } from './Explanation.ts';

/** How long an answer may take, in milliseconds: longer than the site takes with all its fallbacks. */
const answerTime = 20_000;

/** What an answer of the site says of itself. */
export interface ExplainedAnswer {
  readonly url: string;
  readonly status: number;
  /** Where it leads. */
  readonly location?: string;
  readonly explanation: Explanation;
}

/**
 * Asks a running site why visitors get what they get at an address. It follows no redirects, which could take the token elsewhere,
 * and reads the headers alone.
 *
 * @param address of the site, and of nothing else: the token is sent there
 * @throws {OperatorError} SITE-UNREACHABLE when nothing explains itself there
 */
export async function askWhy(address: URL, token: string): Promise<ExplainedAnswer> {
  const { status, headers } = await headersAt(address, token);
  const text = headers.get(explanationHeader);
  const explanation = text === null ? undefined : readExplanation(text);
  if (explanation === undefined) throw unexplained(address, status, headers);
  const location = headers.get('location');
  return { url: address.href, status, ...(location !== null && { location }), explanation };
}

async function headersAt(address: URL, token: string): Promise<Response> {
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
      ? 'The site there has another METRICS_TOKEN, or none, or is of another version.'
      : `A cache in front of the site has answered, with a page that is ${age} seconds old. Ask a server behind it: http://127.0.0.1:3000${address.pathname}`;
  return new OperatorError('SITE-UNREACHABLE', `${address.href} (status ${status}) doesn’t say why. ${reason}`);
}
