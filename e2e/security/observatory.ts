import type { Answer } from '@site/testkit/site/http.ts';

interface Rule {
  /** What a page gains when its answer keeps the rule. */
  readonly bonus: number;
  /** What it loses otherwise: of the rule's outcomes the mildest. */
  readonly malus: number;
  readonly isKept: (answer: Answer) => boolean;
}

const header =
  (name: string, pattern: RegExp) =>
  ({ headers }: Answer) =>
    pattern.test(headers.get(name) ?? '');

/** At least this many points before any bonus counts. */
const pointsForBonus = 90;

/**
 * The scores of https://github.com/mdn/mdn-http-observatory (src/grader/charts.js), for the outcomes that a page of
 * this site is to have. Bonuses of other outcomes (preloaded HSTS, scripts with integrity attributes, require-corp) are out of reach.
 */
const rules: readonly Rule[] = [
  {
    bonus: 10,
    malus: 20,
    isKept: ({ headers }) => {
      const policy = headers.get('content-security-policy') ?? '';
      const isTight = policy.includes("default-src 'none'") && /form-action 'self'/.test(policy);
      // Anything broad in what runs or styles costs the bonus.
      return isTight && !/unsafe-|(?:script|style)-src[^;]*(?:\bdata:|https?:(?!\/\/)|\*)|http:\/\//.test(policy);
    },
  },
  { bonus: 10, malus: 0, isKept: header('cross-origin-opener-policy', /^same-origin$/) },
  { bonus: 10, malus: 0, isKept: header('cross-origin-resource-policy', /^same-origin$/) },
  {
    bonus: 5,
    malus: 0,
    isKept: header('referrer-policy', /^(?:no-referrer|same-origin|strict-origin(?:-when-cross-origin)?)$/),
  },
  { bonus: 5, malus: 20, isKept: header('content-security-policy', /frame-ancestors 'none'/) },
  { bonus: 0, malus: 5, isKept: header('x-content-type-options', /^nosniff$/) },
  // At least six months.
  {
    bonus: 0,
    malus: 10,
    isKept: ({ headers }) =>
      Number(/max-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '')?.[1] ?? 0) >= 15_768_000,
  },
  { bonus: 0, malus: 20, isKept: ({ headers }) => !headers.has('set-cookie') },
  { bonus: 0, malus: 50, isKept: ({ headers }) => !headers.has('access-control-allow-credentials') },
  // Scripts of other origins would need integrity attributes.
  { bonus: 0, malus: 5, isKept: ({ body }) => !/<script[^>]+src="(?:https?:)?\/\//.test(body) },
];

/** How many points MDN's HTTP Observatory gives an answer over https: 100 and more are an A+. */
export function observatoryScore(answer: Answer): number {
  const lost = rules.filter(({ isKept }) => !isKept(answer)).reduce((sum, { malus }) => sum + malus, 0);
  const gained = rules.filter(({ isKept }) => isKept(answer)).reduce((sum, { bonus }) => sum + bonus, 0);
  const points = 100 - lost;
  return points >= pointsForBonus ? points + gained : points;
}
