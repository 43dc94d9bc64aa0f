import { isSameToken } from '@site/node/csrf.ts';
import { requestIdHeaders } from '@site/node/requestId.ts';
import {
  type Arm,
  type ExplainedPolicy,
  type Explanation,
  explainHeader,
  explanationHeader,
  explanationText,
} from '@site/releases/explain/Explanation.ts';
import type { ReleaseSet } from '@site/releases/Release.ts';
import { releaseId } from '@site/releases/Release.ts';
import type { Wall } from '@site/renderer/walls/wall.ts';
import type { Rollouts } from '@site/rollouts/Rollouts.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import { isIsolated, prefixesOf, type RoutePolicy } from '@site/shared/routes/policy.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pageUrlOf, pathTemplate } from '../pages/cacheKeys.ts';
import { cdnHeaders, noStore } from '../pages/headers.ts';
import type { Settings } from '../settings.ts';
import { RecordedSpan } from './RecordedSpan.ts';

/** What answers are explained by. */
export interface ExplainParts {
  readonly settings: Pick<Settings, 'METRICS_TOKEN'>;
  readonly releases: { readonly current: () => ReleaseSet };
  readonly rollouts: Pick<Rollouts, 'shownTo'>;
  readonly wall: Wall;
}

/**
 * Says in a header why an answer is what it is, to requests with `X-Site-Explain: METRICS_TOKEN`. No cache keeps such an answer, and the
 * memory of pages never has it: the explanation is added when a page is sent. Without a token in the settings there is none.
 */
export function explainAnswers(server: FastifyInstance, parts: ExplainParts): void {
  const { METRICS_TOKEN: token } = parts.settings;
  if (!token) return;
  const asked = new WeakMap<FastifyRequest, RecordedSpan>();
  server.addHook('onRequest', async (request) => {
    if (!isSameToken(request.headers[explainHeader], token)) return;
    const span = new RecordedSpan({ traced: request.span, headers: requestIdHeaders(request.id) });
    asked.set(request, span);
    request.span = span;
  });
  server.addHook('onSend', async (request, reply, payload) => {
    const span = asked.get(request);
    if (!span) return payload;
    for (const header of cdnHeaders) reply.removeHeader(header);
    reply.headers({
      ...noStore,
      [explanationHeader]: explanationText(explain(request, span, reply.elapsedTime, parts)),
    });
    return payload;
  });
}

function explain(
  request: FastifyRequest,
  span: RecordedSpan,
  elapsed: number,
  { releases, rollouts, wall }: ExplainParts,
): Explanation {
  const live = releases.current();
  const { routes } = rollouts.shownTo(request.ip);
  const { match } = pageUrlOf(request.raw, routes);
  const isPreview = span.facts['site.preview'] === 1;
  // A previewed version may have pages that the site doesn't have yet.
  const previewed = isPreview ? textOf(span.renderings[0]?.facts['site.remote']) : undefined;
  const remote = match?.route.remote ?? previewed;
  const made = textOf(span.facts['site.releases'])?.split(' ');
  return {
    route: pathTemplate(request.raw, routes),
    page: match?.page,
    language: match?.language,
    remote,
    releases: made,
    arm: isPreview ? 'preview' : armOf(live, remote, made),
    share: remote === undefined ? undefined : live.candidates.get(remote)?.share,
    cache: textOf(span.facts['site.cache']),
    policy: match && policyRow(live.policy, match.route.remote, match.language, match.route.paths[match.language]),
    wall,
    isIsolated: remote !== undefined && isIsolated(live.policy, remote),
    renderings: span.renderings.map(({ facts, milliseconds }) => ({
      release: `${textOf(facts['site.remote']) ?? 'shell'}@${facts['site.release']}`,
      milliseconds: tenths(milliseconds),
      problem: textOf(facts['error.type']),
    })),
    milliseconds: tenths(elapsed),
  };
}

const textOf = (fact: string | number | undefined): string | undefined => (typeof fact === 'string' ? fact : undefined);

const tenths = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

function armOf(live: ReleaseSet, remote: string | undefined, made: readonly string[] = []): Arm {
  if (remote === undefined) return 'unknown';
  const isMadeOf = (release: Parameters<typeof releaseId>[0] | undefined) =>
    release !== undefined && made.includes(releaseId(release));
  const candidate = live.candidates.get(remote);
  if (isMadeOf(candidate?.release)) return 'rollout';
  if (isMadeOf(live.remotes.get(remote)?.[0])) return candidate ? 'beside-rollout' : 'live';
  return made.some((id) => id.startsWith(`${remote}@`)) ? 'earlier' : 'unknown';
}

/** The row of the policy that gives a remote the path of its page: the longest prefix of it. */
function policyRow(policy: RoutePolicy, remote: string, language: Language, path: string): ExplainedPolicy | undefined {
  const [prefix] = prefixesOf(policy, remote, language)
    .filter((claimed) => path === claimed || path.startsWith(`${claimed}/`))
    .toSorted((a, b) => b.length - a.length);
  if (prefix === undefined) return undefined;
  return {
    rule: Object.hasOwn(policy.claims, remote) ? 'claims' : 'others',
    prefix: `/${language}${prefix && `/${prefix}`}`,
  };
}
