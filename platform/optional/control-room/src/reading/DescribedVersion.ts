import { addressesOf } from '@site/releases/agreement.ts';
import { type Publication, proposedLanguages, type ReleaseManifest } from '@site/shared/contract/release.ts';

/** What lists say of a version. */
export interface DescribedVersion {
  readonly version: string;
  /** The languages that its pages are in. */
  readonly languages: readonly string[];
  readonly pages: number;
  readonly addresses: readonly string[];
  readonly contract: number;
  /** The public key that has signed it. */
  readonly signedBy: string | undefined;
  readonly publication: Publication;
  /** The manifest without its files: all that concerns other apps. */
  readonly declared: ReleaseManifest;
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
    signedBy: signature?.key,
    publication,
    declared: { ...manifest, files: {}, modules: {} },
  };
};
