import { addressesOf, askedBy, formerAddressesOf } from '@site/releases/agreement.ts';
import { type PageWeight, weightKinds, weightsOf } from '@site/releases/budgets.ts';
import type { DeclaredPage, ReleaseManifest } from '@site/shared/contract/release.ts';

/** A thing that two versions have differently; undefined where one of them lacks it. */
export interface Change {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** A text that two versions have differently; undefined where one of them lacks it. */
export interface TextChange {
  /** What it is called in the catalogue, or the page with what it is there. */
  readonly key: string;
  readonly language: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** What browsers load for a page, or with a fragment, in bytes. */
export interface WeightChange {
  /** Something else is named by its module, such as the shell's own style sheets. */
  readonly of: 'page' | 'fragment' | 'module';
  readonly name: string;
  readonly kind: keyof PageWeight;
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/** How a version differs from another one. */
export interface VersionChanges {
  /** Pages by the addresses that they have. */
  readonly pages: readonly Change[];
  /** What menus, search engines and links call the pages. */
  readonly texts: readonly TextChange[];
  readonly weights: readonly WeightChange[];
  /** What it asks for, by kind: what only one of the versions does. */
  readonly rights: readonly Change[];
  /** Contract, place of the files, and what it takes from the shell. */
  readonly terms: readonly Change[];
}

/** Compares two versions by what they declare. */
export function compareVersions(after: ReleaseManifest, before: ReleaseManifest | undefined): VersionChanges {
  const [earlier, later] = [before?.pages ?? [], after.pages ?? []];
  return {
    pages: changesOf(mapOf(earlier, addressText), mapOf(later, addressText)),
    texts: wordChanges(later, earlier),
    weights: weightChanges(after, before),
    rights: rightChanges(after, before),
    terms: changesOf(before && termsOf(before), termsOf(after)),
  };
}

type Named = Readonly<Record<string, string>>;

/** What differs, by name. */
function changesOf(before: Named = {}, after: Named = {}): readonly Change[] {
  const valueIn = (named: Named, name: string) => (Object.hasOwn(named, name) ? named[name] : undefined);
  return [...new Set([...Object.keys(after), ...Object.keys(before)])]
    .map((name) => ({ name, before: valueIn(before, name), after: valueIn(after, name) }))
    .filter((change) => change.before !== change.after);
}

const mapOf = (pages: readonly DeclaredPage[], textOf: (page: DeclaredPage) => string): Named =>
  Object.fromEntries(pages.map((page) => [page.name, textOf(page)]));

const addressText = (page: DeclaredPage): string => addressesOf(page).join(' ');

/** A manifest may have other words, of any kind, which nothing shows. */
const wordKinds = ['title', 'description', 'link', 'footerLink'] as const;

/** A page may be gone, or new in all languages. */
function wordChanges(after: readonly DeclaredPage[], before: readonly DeclaredPage[]): readonly TextChange[] {
  const [earlier, later] = [wordsOf(before), wordsOf(after)];
  return [...new Map([...later, ...earlier])].flatMap(([id, { key, language }]) => {
    const change = { key, language, before: earlier.get(id)?.text, after: later.get(id)?.text };
    return change.before === change.after ? [] : [change];
  });
}

const wordsOf = (pages: readonly DeclaredPage[]) =>
  new Map(
    pages.flatMap(({ name, words }) =>
      wordKinds.flatMap((kind) =>
        Object.entries(words).flatMap(([language, { [kind]: text }]) => {
          const key = `${name} ${kind}`;
          return text === undefined ? [] : [[`${key} ${language}`, { key, language, text }] as const];
        }),
      ),
    ),
  );

/** Files on another origin are a right that a version asks for: browsers of all visitors would load them there. */
const termsOf = ({ contract, protocol, publicPath, singletons }: ReleaseManifest): Named => ({
  contract: String(contract),
  ...(protocol !== undefined && { protocol: String(protocol) }),
  origin: URL.parse(publicPath)?.origin ?? '',
  ...singletons,
});

/** What other tables show, each in its own way. */
const shownElsewhere: readonly string[] = ['addresses', 'packages', 'words'];

/** All that a version asks the site for, by kind: what its owner may limit, and what it takes from the site and from other teams. */
function rightsOf(manifest: ReleaseManifest): Readonly<Record<string, readonly string[]>> {
  const { pages = [], apis = {}, calls = [], fragments = {}, uses = {}, emits = {}, listens = [] } = manifest;
  const asked = Object.entries(askedBy(manifest)).filter(([kind]) => !shownElsewhere.includes(kind));
  return {
    ...Object.fromEntries(asked),
    apis: Object.entries(apis).map(([name, { description }]) => `${name} (${description})`),
    was: pages.flatMap(formerAddressesOf),
    calls,
    fragments: Object.entries(fragments).map(([name, { props = {} }]) => namedWith(name, Object.keys(props))),
    uses: Object.entries(uses).map(([name, props]) => namedWith(name, props)),
    emits: Object.entries(emits).map(([name, fields]) => namedWith(name, Object.keys(fields))),
    listens,
  };
}

const namedWith = (name: string, parts: readonly string[]): string =>
  parts.length > 0 ? `${name} (${parts.join(', ')})` : name;

/** What only one of the versions asks for; all of it when nothing was there before. */
function rightChanges(after: ReleaseManifest, before: ReleaseManifest | undefined): readonly Change[] {
  const [earlier, later] = [before ? rightsOf(before) : {}, rightsOf(after)];
  const only = (some: readonly string[] = [], others: readonly string[] = []) =>
    some.filter((one) => !others.includes(one)).join(', ') || undefined;
  return Object.keys(later)
    .map((kind) => ({ name: kind, before: only(earlier[kind], later[kind]), after: only(later[kind], earlier[kind]) }))
    .filter((change) => change.before !== change.after);
}

/** What has a weight, by a text that no two things share. */
type NamedWeights = ReadonlyMap<
  string,
  Pick<WeightChange, 'of' | 'name'> & { readonly weight: PageWeight | undefined }
>;

/** The weights of a version's pages and fragments, and of the modules that are neither. */
function namedWeights(manifest: ReleaseManifest): NamedWeights {
  const { pages = [], fragments = {} } = manifest;
  const weights = weightsOf(manifest);
  const offered = Object.entries(fragments);
  const known = new Set([...pages.map(({ module }) => module), ...offered.map(([, { module }]) => module)]);
  const named = [
    ...pages.map(({ name, module }) => ({ of: 'page' as const, name, weight: weights.get(module) })),
    ...offered.map(([name, { module }]) => ({ of: 'fragment' as const, name, weight: weights.get(module) })),
    ...[...weights].flatMap(([name, weight]) => (known.has(name) ? [] : [{ of: 'module' as const, name, weight }])),
  ];
  return new Map(named.map((one) => [`${one.of} ${one.name}`, one]));
}

/** Weights that have changed, or all when nothing was there before. */
function weightChanges(after: ReleaseManifest, before: ReleaseManifest | undefined): readonly WeightChange[] {
  const [earlier, later] = [before && namedWeights(before), namedWeights(after)];
  return [...new Map([...(earlier ?? []), ...later])].flatMap(([key, { of, name }]) =>
    weightKinds
      .map((kind) => ({
        of,
        name,
        kind,
        before: earlier?.get(key)?.weight?.[kind],
        after: later.get(key)?.weight?.[kind],
      }))
      .filter((change) => (change.before ?? 0) !== (change.after ?? 0)),
  );
}
