import type { Answer } from '@site/testkit/site/http.ts';

interface Rule {
  /** Points that a page gains when it follows the rule. */
  readonly bonus: number;
  /** Points that it loses otherwise: the mildest outcome of the rule. */
  readonly malus: number;
  readonly isKept: (answer: Answer) => boolean;
}

const header =
  (name: string, pattern: RegExp) =>
  ({ headers }: Answer) =>
    pattern.test(headers.get(name) ?? '');

/** Bonuses count only from this number of points. */
const pointsForBonus = 90;

/**
 * The scores of https://github.com/mdn/mdn-http-observatory (src/grader/charts.js) for the outcomes that pages of this site
 * should have. They can't get the bonuses for preloaded HSTS, scripts with integrity attributes, and require-corp.
 */
const rules: readonly Rule[] = [
  {
    bonus: 10,
    malus: 20,
    isKept: ({ headers }) => {
      const policy = headers.get('content-security-policy') ?? '';
      const isTight = policy.includes("default-src 'none'") && /form-action 'self'/.test(policy);
      // Broad sources of scripts or styles cost the bonus.
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

/** The points that MDN's HTTP Observatory gives a response over https: 100 or more are an A+. */
export function observatoryScore(answer: Answer): number {
  const lost = rules.filter(({ isKept }) => !isKept(answer)).reduce((sum, { malus }) => sum + malus, 0);
  const gained = rules.filter(({ isKept }) => isKept(answer)).reduce((sum, { bonus }) => sum + bonus, 0);
  const points = 100 - lost;
  return points >= pointsForBonus ? points + gained : points;
}
