import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { budgetOf, type PageBudget, type RoutePolicy } from '@site/shared/routes/policy.ts';
import { releaseId } from './Release.ts';

/** What browsers load for a page of a remote before it is hydrated: bytes, compressed with gzip. */
export type PageWeight = Readonly<Record<keyof PageBudget, number>>;

/** What says which packages some scripts of a build consist of, such as `zod 14.2 kB`. */
export type NamePackages = (scripts: readonly string[]) => readonly string[];

/** Smaller growth is no news. */
const noticed = 1_000;

const names = { scripts: 'scripts', styles: 'style sheets' } as const;

/** The weight of each module of a release. What it loads later doesn't count. */
export function weightsOf({ entry, modules, files }: ReleaseManifest): ReadonlyMap<string, PageWeight> {
  const bytes = (list: readonly string[]) =>
    list.reduce((sum, file) => sum + ((files[`web/${file}.gz`] ?? files[`web/${file}`])?.size ?? 0), 0);
  return new Map(
    Object.entries(modules).map(([name, { scripts, styles }]) => [
      name,
      { scripts: bytes([...new Set([entry, ...scripts])]), styles: bytes(styles) },
    ]),
  );
}

/**
 * Compares a remote's pages with the owner's budget, and with its live version.
 *
 * @returns what has grown
 * @throws {OperatorError} RELEASE-BUDGET naming the pages that are too heavy, what grew, and the packages
 */
export function assertWithinBudget(
  manifest: ReleaseManifest,
  policy: RoutePolicy,
  live: ReleaseManifest | undefined,
  namePackages: NamePackages = () => [],
): readonly string[] {
  const budget = budgetOf(policy, manifest.name);
  const before = live && weightsOf(live);
  const heavy: string[] = [];
  const grown: string[] = [];
  for (const [module, weight] of weightsOf(manifest))
    for (const kind of ['scripts', 'styles'] as const) {
      const growth = weight[kind] - (before?.get(module)?.[kind] ?? 0);
      const since =
        live === undefined || growth < noticed
          ? ''
          : ` (${kilobytes(growth)} more than ${releaseId({ manifest: live })})`;
      const text = `${module} loads ${kilobytes(weight[kind])} of ${names[kind]}${since}`;
      const scripts = kind === 'scripts' ? (manifest.modules[module]?.scripts ?? []) : [];
      if (weight[kind] > budget[kind] * 1_000) {
        const packages = namePackages(scripts);
        const consisting = packages.length > 0 ? `, of which ${packages.join(', ')}` : '';
        heavy.push(`${text}${consisting}; the budget is ${budget[kind]} kB`);
      } else if (since !== '') grown.push(`${text}.`);
    }
  if (heavy.length === 0) return grown;
  throw new OperatorError(
    'RELEASE-BUDGET',
    `${releaseId({ manifest })} is too heavy: ${heavy.join('. ')}. Load parts later with import() or browserOnly, choose a smaller package, or ask the site’s owner for budgets.${manifest.name} in the route policy.`,
  );
}

const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;
