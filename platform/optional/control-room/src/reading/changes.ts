import { addressesOf } from '@site/releases/agreement.ts';
import { type PageWeight, weightKinds, weightsOf } from '@site/releases/budgets.ts';
import type { DeclaredPage, ReleaseManifest } from '@site/shared/contract/release.ts';

/** A thing that two versions have differently; undefined where one of them lacks it. */
export interface Change {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** What browsers load for an exposed module, in bytes. */
export interface WeightChange {
  readonly module: string;
  readonly kind: keyof PageWeight;
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/** How a version differs from another one. */
export interface VersionChanges {
  /** Pages by the addresses that they have. */
  readonly pages: readonly Change[];
  /** What menus, search engines and links call the pages. */
  readonly texts: readonly Change[];
  readonly weights: readonly WeightChange[];
  readonly packages: readonly Change[];
  /** Contract, place of the files, and what it takes from the shell. */
  readonly terms: readonly Change[];
}

/** Compares two versions by what they declare. */
export function compareVersions(after: ReleaseManifest, before: ReleaseManifest | undefined): VersionChanges {
  const [earlier, later] = [before?.pages ?? [], after.pages ?? []];
  return {
    pages: changesOf(mapOf(earlier, addressText), mapOf(later, addressText)),
    texts: changesOf(wordsOf(earlier), wordsOf(later)),
    weights: weightChanges(after, before),
    packages: changesOf(before?.packages, after.packages),
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

const wordsOf = (pages: readonly DeclaredPage[]): Named =>
  Object.fromEntries(
    pages.flatMap(({ name, words }) =>
      Object.entries(words).flatMap(([language, texts]) =>
        wordKinds.flatMap((kind) => {
          const text = texts[kind];
          return text === undefined ? [] : [[`${name} ${language} ${kind}`, text]];
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

/** Weights of the modules that have changed, or of all when nothing was there before. */
function weightChanges(after: ReleaseManifest, before: ReleaseManifest | undefined): readonly WeightChange[] {
  const [earlier, later] = [before && weightsOf(before), weightsOf(after)];
  const modules = new Set([...later.keys(), ...(earlier?.keys() ?? [])]);
  return [...modules].flatMap((module) =>
    weightKinds
      .map((kind) => ({
        module,
        kind,
        before: earlier?.get(module)?.[kind],
        after: later.get(module)?.[kind],
      }))
      .filter((change) => (change.before ?? 0) !== (change.after ?? 0)),
  );
}
