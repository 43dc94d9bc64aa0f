import type { ExplainedAnswer } from '@site/releases/explain/askWhy.ts';
import type { Arm, Explanation } from '@site/releases/explain/Explanation.ts';

/** An explanation as lines for people. */
export function explanationLines({ url, status, location, explanation }: ExplainedAnswer): readonly string[] {
  const { route, page, language, releases, renderings, milliseconds, cache } = explanation;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['address', `${url}  ${status}${location === undefined ? '' : `, leads to ${location}`}`],
    ['route', page === undefined ? 'no page has this address' : `${page} (${route}), in ${language}`],
    ['version', versionText(explanation)],
    ['made of', releases?.join(', ')],
    ['cache', cache && (cacheTexts[cache] ?? cache)],
    ['policy', policyText(explanation)],
    ['wall', wallText(explanation)],
    ...renderings.map(({ release, milliseconds: took, problem }): readonly [string, string] => [
      'rendered',
      `${release} in ${took} ms${problem === undefined ? '' : `: ${problem}`}`,
    ]),
    ['time', `${milliseconds} ms`],
  ];
  return rows.flatMap(([name, text]) => (text ? [`${name.padEnd(10)}${text}`] : []));
}

const cacheTexts: Readonly<Record<string, string>> = {
  hit: 'from memory',
  miss: 'rendered now, and kept',
  stale: 'the last good page, since a new one can’t be rendered',
  bypass: 'never kept: it is one visitor’s',
};

function versionText({ arm, remote, share, releases = [] }: Explanation): string | undefined {
  if (remote === undefined) return undefined;
  const id = releases.find((release) => release.startsWith(`${remote}@`)) ?? remote;
  return `${id}: ${armTexts[arm].replace('%', `${share} %`)}`;
}

const armTexts: Readonly<Record<Arm, string>> = {
  live: 'live',
  'beside-rollout': 'live, while % of visitors get a newer one',
  rollout: 'under rollout: this visitor is among the %',
  preview: 'a preview',
  earlier: 'an earlier one, in place of one that fails: npx site list',
  unknown: 'which version isn’t known',
};

function policyText({ policy, remote }: Explanation): string | undefined {
  if (!policy) return undefined;
  const { rule, prefix } = policy;
  return rule === 'claims'
    ? `claims gives ${prefix} to ${remote}`
    : `others: ${remote} may have its own name, ${prefix}`;
}

const wallText = ({ wall, isIsolated, remote }: Explanation): string =>
  `${wall} on the server${isIsolated ? `; in browsers ${remote} has documents of its own` : ''}`;
