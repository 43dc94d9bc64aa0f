import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { DeclaredPage, ReleaseManifest } from '@site/shared/contract/release.ts';

/** Maximum days for which a preview link works: what it shows was never promoted. */
export const maxPreviewDays = 30;

/**
 * How much a server reads of a store's small signed files, which it looks at several times a second. In bytes, unless a limit says
 * otherwise.
 */
export const recordLimits = {
  /** A pointer of one version weighs 600 bytes, of a hundred 17 kB. Up to site 1.2.0 it named all versions ever promoted: 600 fit. */
  pointer: 64 * 1024,
  /** How many earlier versions a pointer names. */
  namedVersions: 100,
  /** Ours weighs 1 kB; that of fifty remotes with all that the owner has agreed to, about 100 kB. */
  policy: 256 * 1024,
  /** Characters of the reason why nothing goes live: commands and pages show it in a line or two. */
  freezeReason: 200,
  /**
   * Replaced pointers of an app, and policies, that `site prune` leaves: for how many milliseconds, and how many at most. At ten changes
   * a day, a thousand go back a quarter of a year. A folder may have more: so many names are listed.
   */
  history: { age: 2 * 365 * 24 * 60 * 60_000, count: 1_000, listed: 20_000 },
  /** When and from which commit a version was published: less than 1 kB. */
  publication: 16 * 1024,
  /**
   * How far the time of its file may be from when a version was published, in milliseconds: publishers have clocks of their own, and large
   * versions take a while to arrive.
   */
  publicationDelay: 60 * 60_000,
  /** Apps whose versions' times are remembered: 500 versions are 50 kB. */
  listedApps: 300,
  /**
   * Changed pointers that one look works on, of the apps that are followed and of folders that may be new remotes; the others
   * wait for the next look. 64 kB take a hundredth of a second.
   */
  look: { followed: 64 * 1024, unknown: 16 * 1024, unknownAtStart: 1_280 * 1024 },
  /** Entries of the store's own folder that are listed: an attacker may create a million. */
  folders: 10_000,
  /** With as many folders, and any further as many, they are listed one look later. */
  foldersPerLook: 1_000,
  /** Files whose last outcome is remembered. */
  remembered: 2_000,
} as const;

/** What servers tell of themselves. Times in milliseconds. */
export const serverReports = {
  /** How often a server says that it is there, and how soon it tells what has changed. */
  beat: 20_000,
  change: 1_000,
  /** After what silence a server counts as gone, and when it is forgotten. */
  gone: 90_000,
  forgotten: 24 * 60 * 60_000,
  /** How far the clock of a reader may be ahead of the one that dates reports. */
  clocks: 60_000,
  /** Servers of a site, and bytes of a report: one with a hundred remotes has 30 kB. */
  most: 500,
  bytes: 256 * 1024,
  /** Characters of a problem. */
  problem: 400,
} as const;

/**
 * How much one release may add to the site: other teams' pages carry its addresses, its places in the navigation and the
 * hashes of its scripts. Each limit is several times what our own releases need.
 */
export const releaseLimits = {
  /** Files of a release. */
  files: 2_000,
  /** Modules that it exposes. */
  modules: 100,
  /** Pages that it proposes. Each is compared with the pages of all others. */
  pages: 50,
  /** Its pages that ask for a place in the menu, and in the footer. */
  menuPlaces: 8,
  footerPlaces: 12,
  /** Characters of a page's path in one language. */
  pathLength: 100,
  /** Characters that its pages add to the route table in every document: names, paths and queries, as JSON. */
  routeTable: 16 * 1024,
  /** Scripts of a release, and characters of their addresses and hashes in the import map, which every document has. */
  scripts: 150,
  importMap: 24 * 1024,
  /** Scripts of one module, and their bytes uncompressed. */
  moduleScripts: 30,
  moduleScriptBytes: 2 * 1024 * 1024,
  /** Style sheets of one module, and their bytes uncompressed. */
  moduleStyles: 10,
  moduleStyleBytes: 512 * 1024,
  /** Selectors and declarations of one module's style sheets: each of its documents is put together from them. */
  moduleStyleParts: 8_000,
  /** Selectors and declarations of all style sheets. */
  styleParts: 40_000,
  /** Bytes of all style sheets. */
  styleBytes: 2 * 1024 * 1024,
  /**
   * What the process may use that reads a release's style sheets: milliseconds, without those that it waits for a processor, and
   * megabytes. It stays for `idle`. A version that needs more is tried again after `again`: a disk may have been slow.
   */
  reading: { time: 2_000, memory: 128, idle: 2_000, again: 10 * 60_000 },
  /** Bytes of the HTML of a rendered page, and of its data. */
  renderedPage: 1024 * 1024,
} as const;

/**
 * What a release says of its contents, for comparisons. Our largest catalogue has 360 texts and 28 kB; what exceeds the limits isn't
 * compared.
 */
export const contentLimits = {
  /** Bytes of a file: the texts of a language, or the packages. */
  file: 512 * 1024,
  /** Texts of a language; characters of a key and of a text. */
  texts: 5_000,
  key: 200,
  text: 20_000,
  /** Packages in the scripts; characters of the versions of one. */
  packages: 500,
  versions: 200,
  /** Languages. */
  languages: 60,
} as const;

/** The limits that can be checked from the manifest alone. */
type ManifestLimit = Exclude<
  keyof typeof releaseLimits,
  'renderedPage' | 'moduleStyleParts' | 'styleParts' | 'reading'
>;

/** An amount that is limited. */
interface Weight {
  readonly limit: ManifestLimit;
  readonly amount: number;
  /** What is counted, in words for the team. */
  readonly what: string;
}

/** How many exceeded limits one error names. */
const maxNamed = 5;

/**
 * Checks that a release stays within the limits.
 *
 * @throws {OperatorError} RELEASE-LIMIT naming the exceeded limits
 */
export function assertWithinLimits(manifest: ReleaseManifest): void {
  const tooMuch = weightsOf(manifest).filter(({ limit, amount }) => amount > releaseLimits[limit]);
  if (tooMuch.length === 0) return;
  const named = tooMuch
    .slice(0, maxNamed)
    .map(({ limit, amount, what }) => `${amount} ${what} (${limit}: at most ${releaseLimits[limit]})`);
  throw new OperatorError(
    'RELEASE-LIMIT',
    `${manifest.name}@${manifest.version} exceeds the limits of a release: ${named.join('; ')}. Reduce it, and build again.`,
  );
}

function weightsOf({ publicPath, modules, pages = [], files }: ReleaseManifest): readonly Weight[] {
  const scripts = Object.entries(files).filter(([file]) => isBrowserScript(file));
  const wishes = (place: 'menu' | 'footer') => pages.filter(({ places = [] }) => places.includes(place)).length;
  const sizeOf = (file: string) => files[`web/${file}`]?.size ?? 0;
  const bytes = (list: readonly string[]) => list.reduce((sum, file) => sum + sizeOf(file), 0);
  const styles = Object.values(modules).flatMap((module) => module.styles);
  const inMap = Object.fromEntries(scripts.map(([file, { integrity }]) => [publicPath + file, integrity]));
  return [
    { limit: 'files', amount: Object.keys(files).length, what: 'files' },
    { limit: 'modules', amount: Object.keys(modules).length, what: 'modules' },
    { limit: 'pages', amount: pages.length, what: 'pages' },
    { limit: 'menuPlaces', amount: wishes('menu'), what: 'pages that wish a place in the menu' },
    { limit: 'footerPlaces', amount: wishes('footer'), what: 'pages that wish a place in the footer' },
    ...pages.map(pathOf),
    { limit: 'routeTable', amount: JSON.stringify(pages.map(routeOf)).length, what: 'characters of its pages’ routes' },
    { limit: 'scripts', amount: scripts.length, what: 'scripts' },
    {
      limit: 'importMap',
      amount: JSON.stringify(inMap).length,
      what: 'characters of its scripts’ addresses and hashes',
    },
    { limit: 'styleBytes', amount: bytes([...new Set(styles)]), what: 'bytes of its style sheets' },
    ...Object.entries(modules).flatMap(([name, module]): Weight[] => [
      { limit: 'moduleScripts', amount: module.scripts.length, what: `scripts of ${name}` },
      { limit: 'moduleScriptBytes', amount: bytes(module.scripts), what: `bytes of the scripts of ${name}` },
      { limit: 'moduleStyles', amount: module.styles.length, what: `style sheets of ${name}` },
      { limit: 'moduleStyleBytes', amount: bytes(module.styles), what: `bytes of the style sheets of ${name}` },
    ]),
  ];
}

/** Whether a file of a release is a script for browsers: each page has its hash. */
export const isBrowserScript = (file: string): boolean => file.startsWith('web/') && file.endsWith('.js');

const pathOf = ({ name, paths, was = {} }: DeclaredPage): Weight => ({
  limit: 'pathLength',
  amount: Math.max(...[...Object.values(paths), ...Object.values(was).flat()].map(({ length }) => length)),
  what: `characters of a path of the page "${name}"`,
});

/** The part of a page that is in every document. */
const routeOf = ({ name, module, paths, was, query, freeQuery, search, card, feed }: DeclaredPage) => ({
  name,
  module,
  paths,
  was,
  query,
  freeQuery,
  search,
  card,
  feed,
});
