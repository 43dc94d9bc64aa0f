import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { ModuleFiles, ReleaseManifest } from '@site/shared/contract/release.ts';
import { budgetOf, type PageBudget, type RoutePolicy } from '@site/shared/routes/policy.ts';
import { releaseId } from './Release.ts';

/** What browsers load for a page of a remote: bytes, compressed with gzip. */
export type PageWeight = Readonly<Record<keyof PageBudget, number>>;

/** Names the packages that some scripts of a build consist of, such as `zod 14.2 kB`. */
export type NamePackages = (scripts: readonly string[]) => readonly string[];

/** Smaller growth, in bytes, isn't reported. */
const noticed = 1_000;

export const weightKinds = ['scripts', 'styles', 'fonts', 'pictures'] as const satisfies readonly (keyof PageBudget)[];
const names = { scripts: 'scripts', styles: 'style sheets', fonts: 'fonts', pictures: 'pictures' } as const;

/** The weight of each module of a release. What it loads later doesn't count. */
export function weightsOf({ entry, modules, files }: ReleaseManifest): ReadonlyMap<string, PageWeight> {
  const bytes = (list: readonly string[]) =>
    list.reduce((sum, file) => sum + ((files[`web/${file}.gz`] ?? files[`web/${file}`])?.size ?? 0), 0);
  return new Map(
    Object.entries(modules).map(([name, { scripts, styles, fonts = [], pictures = [] }]) => [
      name,
      {
        scripts: bytes([...new Set([entry, ...scripts])]),
        styles: bytes(styles),
        fonts: bytes(fonts),
        pictures: bytes(pictures),
      },
    ]),
  );
}

/**
 * Compares a remote's pages with the owner's budget, except their pictures, and with its live version.
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
  const loads = loadsOf(manifest, live);
  const heavy = loads.filter(({ kind, bytes }) => kind !== 'pictures' && bytes > budget[kind] * 1_000);
  if (heavy.length === 0)
    return loads.filter(({ growth }) => growth >= noticed).map((load) => `${textOf(load, live)}.`);
  const named = heavy.map((load) => {
    const parts = partsOf(load, manifest, namePackages);
    const consisting = parts.length > 0 ? `, of which ${parts.join(', ')}` : '';
    return `${textOf(load, live)}${consisting}; the budget is ${budget[load.kind]} kB`;
  });
  throw tooHeavy(
    manifest,
    named,
    'Load parts later with import() or browserOnly, choose a smaller package or fewer fonts',
  );
}

const tooHeavy = (manifest: ReleaseManifest, named: readonly string[], remedy: string): OperatorError =>
  new OperatorError(
    'RELEASE-BUDGET',
    `${releaseId({ manifest })} is too heavy: ${named.join('. ')}. ${remedy}, or ask the site’s owner for budgets.${manifest.name} in the route policy.`,
  );

/**
 * Compares the pictures that a remote's pages show with the owner's budget.
 *
 * @param shown documents and style sheets of each module's pages, one text for each address. A module without any may show all
 *   pictures that it imports
 * @throws {OperatorError} RELEASE-BUDGET naming the pages that show too much
 */
export function assertPicturesWithinBudget(
  manifest: ReleaseManifest,
  policy: RoutePolicy,
  shown: ReadonlyMap<string, readonly string[]>,
): void {
  const most = budgetOf(policy, manifest.name).pictures;
  const sizeOf = (file: string) => manifest.files[`web/${file}`]?.size ?? 0;
  const bytesOf = (files: readonly string[]) => files.reduce((sum, file) => sum + sizeOf(file), 0);
  const heavy = Object.entries(manifest.modules).flatMap(([module, { pictures = [] }]) => {
    const texts = shown.get(module);
    const pages = texts?.map((text) => pictures.filter((file) => text.includes(file))) ?? [pictures];
    const heaviest = pages.toSorted((one, other) => bytesOf(other) - bytesOf(one))[0] ?? [];
    if (bytesOf(heaviest) <= most * 1_000) return [];
    const largest = heaviest.toSorted((one, other) => sizeOf(other) - sizeOf(one)).slice(0, namedFiles);
    const named = largest.map((file) => `${file} ${kilobytes(sizeOf(file))}`).join(', ');
    const counted = texts ? 'shows' : 'imports, and may show';
    return [
      `${module} ${counted} ${kilobytes(bytesOf(heaviest))} of pictures, of which ${named}; the budget is ${most} kB`,
    ];
  });
  if (heavy.length > 0) throw tooHeavy(manifest, heavy, 'Show fewer or smaller pictures');
}

/** What a page's module loads, such as `50.0 kB of scripts and 3.0 kB of style sheets`. */
export function weightText(manifest: ReleaseManifest, module: string): string {
  const weight = weightsOf(manifest).get(module);
  const loaded = weightKinds.filter((kind) => !isListed(kind) || weight?.[kind]);
  return loaded.map((kind) => `${kilobytes(weight?.[kind] ?? 0)} of ${names[kind]}`).join(' and ');
}

/** How many fonts or pictures of a heavy page are named. */
const namedFiles = 3;

/** The heaviest parts of a load. */
function partsOf(
  { module, kind }: Load,
  { modules, files }: ReleaseManifest,
  namePackages: NamePackages,
): readonly string[] {
  const loaded = modules[module];
  if (kind === 'scripts') return namePackages(loaded?.scripts ?? []);
  if (kind === 'styles') return [];
  return [...(loaded?.[kind] ?? [])]
    .map((file) => ({ file, bytes: files[`web/${file}`]?.size ?? 0 }))
    .sort((one, other) => other.bytes - one.bytes)
    .slice(0, namedFiles)
    .map(({ file, bytes }) => `${file} ${kilobytes(bytes)}`);
}

/** What a page loads of one kind. */
interface Load {
  readonly module: string;
  readonly kind: keyof PageBudget;
  readonly bytes: number;
  /** How much more than the live version's page; 0 when it has no such page. */
  readonly growth: number;
}

function loadsOf(manifest: ReleaseManifest, live: ReleaseManifest | undefined): readonly Load[] {
  const before = live && weightsOf(live);
  return [...weightsOf(manifest)].flatMap(([module, weight]) =>
    weightKinds.map((kind) => {
      const isKnown = !(isListed(kind) && namesNone(live?.modules[module], kind));
      const growth = isKnown ? weight[kind] - (before?.get(module)?.[kind] ?? weight[kind]) : 0;
      return { module, kind, bytes: weight[kind], growth };
    }),
  );
}

/** What not every page has, and early releases don't list. */
type Listed = 'fonts' | 'pictures';

const isListed = (kind: keyof PageBudget): kind is Listed => kind === 'fonts' || kind === 'pictures';

/** Whether a module is of an early release, which doesn't list what it shows. */
const namesNone = (module: ModuleFiles | undefined, kind: Listed): boolean =>
  module !== undefined && module[kind] === undefined;

function textOf({ module, kind, bytes, growth }: Load, live: ReleaseManifest | undefined): string {
  const since = live && growth >= noticed ? ` (${kilobytes(growth)} more than ${releaseId({ manifest: live })})` : '';
  return `${module} ${kind === 'pictures' ? 'imports' : 'loads'} ${kilobytes(bytes)} of ${names[kind]}${since}`;
}

const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;
