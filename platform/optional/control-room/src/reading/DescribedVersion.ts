import { addressesOf } from '@site/releases/agreement.ts';
import { type PageWeight, weightKinds, weightsOf } from '@site/releases/budgets.ts';
import { type Publication, proposedLanguages, type ReleaseManifest } from '@site/shared/contract/release.ts';

/** What lists say of a version. */
export interface DescribedVersion {
  readonly version: string;
  /** The languages that its pages are in. */
  readonly languages: readonly string[];
  readonly pages: number;
  readonly addresses: readonly string[];
  readonly contract: number;
  /** The heaviest of its modules; undefined without any. */
  readonly heaviest: HeaviestPage | undefined;
  /** The public key that has signed it. */
  readonly signedBy: string | undefined;
  readonly publication: Publication;
  /** The manifest without its files: all that concerns other apps. */
  readonly declared: ReleaseManifest;
}

/** What browsers load for an exposed module, in bytes. */
export interface HeaviestPage {
  readonly module: string;
  readonly weight: PageWeight;
}

/** Describes a version in a few words: its manifest may have hundreds of kilobytes. */
export const describe = (manifest: ReleaseManifest, publication: Publication): DescribedVersion => {
  const { version, pages = [], contract, signature } = manifest;
  return {
    version,
    languages: [...new Set(pages.flatMap(proposedLanguages))],
    pages: pages.length,
    addresses: pages.flatMap(addressesOf),
    contract,
    heaviest: heaviestOf(manifest),
    signedBy: signature?.key,
    publication,
    declared: { ...manifest, files: {}, modules: {} },
  };
};

/** What a page weighs in all, in bytes. */
export const totalOf = (weight: PageWeight): number => weightKinds.reduce((sum, kind) => sum + weight[kind], 0);

function heaviestOf(manifest: ReleaseManifest): HeaviestPage | undefined {
  const pages = [...weightsOf(manifest)].map(([module, weight]) => ({ module, weight }));
  return pages.toSorted((one, other) => totalOf(other.weight) - totalOf(one.weight))[0];
}
