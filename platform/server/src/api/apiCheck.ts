import type { ReadinessCheck } from '@site/node/probes.ts';
import { probePaths } from '@site/node/probes.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { z } from 'zod';
import { serverLimits } from '../limits.ts';

const reasons = z.record(z.string(), z.string());

/** What `/readyz` of our own API says. */
const readiness = z.object({ ready: z.boolean(), wrong: reasons.optional(), degraded: reasons.optional() });

/**
 * Fails while the API elsewhere can't do what the site needs: accept messages and return news. Anyone can request the site's
 * readiness, so the API is asked at most once per `serverLimits.apiCheck.interval`.
 */
export function apiCheck(origin: string): ReadinessCheck {
  let known: { readonly at: number; readonly answer: Promise<string | undefined> } | undefined;
  return async () => {
    const now = performance.now();
    if (!known || now - known.at > serverLimits.apiCheck.interval) known = { at: now, answer: problemOf(origin) };
    return await known.answer;
  };
}

async function problemOf(origin: string): Promise<string | undefined> {
  try {
    const probe = await askApi(origin + probePaths.ready);
    const { data: said } = readiness.safeParse(await probe.json().catch(() => undefined));
    if (said) return reasonOf({ ...said.wrong, ...harmful(said.degraded) });
    // An API that isn't ours has no `/readyz`, only the calls of the specification.
    const { status } = await askApi(`${origin}/api/v1/blog/${languages[0]}`);
    return status < 500 ? undefined : `It answers with status ${status}.`;
  } catch (error) {
    return failureOf(error);
  }
}

const askApi = (address: string): Promise<Response> =>
  fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(serverLimits.apiCheck.timeout) });

/** Problems that affect visitors. Without its mail server the API still accepts messages; its own metrics count waiting mail. */
function harmful({ mail: _, ...others }: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return others;
}

/** The API's problems by part, shortened to one line. */
function reasonOf(problems: Readonly<Record<string, string>>): string | undefined {
  const parts = Object.entries(problems).map(([part, reason]) => `${part}: ${reason}`);
  return parts.length > 0 ? parts.join(' ').slice(0, serverLimits.apiCheck.reason) : undefined;
}

/** Why there was no answer. It leaves out the API's address, since anyone can request the site's readiness. */
function failureOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `Its name can’t be resolved (${code}).`;
    case 'ECONNREFUSED':
      return 'Nothing listens at its address (ECONNREFUSED).';
    default:
      return code === '' ? 'It gives no answer.' : `It can’t be reached (${code}).`;
  }
}
