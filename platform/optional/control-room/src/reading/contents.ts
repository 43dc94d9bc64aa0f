import {
  type ContentPackages,
  type ContentTexts,
  packagesFile,
  readPackages,
  readTexts,
  textLanguages,
  textsFile,
} from '@site/releases/contents.ts';
import { contentLimits } from '@site/releases/limits.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { roomLimits } from '../limits.ts';
import type { TextChange } from './changes.ts';
import type { StoreReader } from './StoreReader.ts';

/** A package in a version. */
export interface PackageState {
  readonly version: string;
  /** Its share of the compressed scripts; undefined when that isn't known. */
  readonly bytes: number | undefined;
}

/** A package that two versions have differently; undefined where one of them lacks it. */
export interface PackageChange {
  readonly name: string;
  readonly before: PackageState | undefined;
  readonly after: PackageState | undefined;
}

/** How the contents of a version differ from those of another one, as far as its files say. */
export interface ContentChanges {
  /** Undefined when one of the versions doesn't say its texts. */
  readonly texts: readonly TextChange[] | undefined;
  readonly packages: readonly PackageChange[];
}

/**
 * Compares what two versions say of their contents.
 *
 * @param words the changes of the manifests' texts, which catalogues have too: those aren't named twice
 */
export async function readContentChanges(
  reader: StoreReader,
  after: ReleaseManifest,
  before: ReleaseManifest | undefined,
  words: readonly TextChange[],
): Promise<ContentChanges> {
  const [texts, later, earlier] = await Promise.all([
    readTextChanges(reader, after, before),
    weighedPackages(reader, after),
    before && weighedPackages(reader, before),
  ]);
  // What only one of them says can't be compared.
  const areKnown = later !== undefined && (before === undefined || earlier !== undefined);
  const states = (version: ReleaseManifest, weighed: ContentPackages | undefined) =>
    packagesOf(version, areKnown ? weighed : undefined);
  const known = new Set(words.map(sameChange));
  const further = texts?.filter((change) => !known.has(sameChange(change)));
  return {
    texts: further,
    packages: packageChanges(states(after, later), before ? states(before, earlier) : new Map()),
  };
}

const sameChange = ({ language, before, after }: TextChange): string => JSON.stringify([language, before, after]);

/** Only the languages that differ are read: the manifests say which those are. */
async function readTextChanges(
  reader: StoreReader,
  after: ReleaseManifest,
  before: ReleaseManifest | undefined,
): Promise<readonly TextChange[] | undefined> {
  // All that the first version says is new: its preview shows that better.
  if (!before) return [];
  const versions = [after, before];
  if (versions.some((version) => textLanguages(version).length === 0)) return undefined;
  const languages = [...new Set(versions.flatMap(textLanguages))].filter(
    (language) => integrityIn(after, language) !== integrityIn(before, language),
  );
  const sizes = versions.flatMap(({ files }) => languages.map((language) => files[textsFile(language)]?.size ?? 0));
  if (sizes.reduce((sum, size) => sum + size, 0) > roomLimits.catalogues.read) return undefined;
  const read = async (language: string) => {
    const [later, earlier] = await Promise.all([textsIn(reader, after, language), textsIn(reader, before, language)]);
    return later && earlier && changesIn(language, later, earlier);
  };
  const changes = await Promise.all(languages.map(read));
  if (changes.includes(undefined)) return undefined;
  // What a text says in one language stands beside what it says in the others.
  return [
    ...Map.groupBy(
      changes.flatMap((some) => some ?? []),
      ({ key }) => key,
    ).values(),
  ].flat();
}

const integrityIn = (manifest: ReleaseManifest, language: string): string | undefined =>
  manifest.files[textsFile(language)]?.integrity;

/** The texts of a version in a language; undefined when they can't be read. */
async function textsIn(
  reader: StoreReader,
  manifest: ReleaseManifest,
  language: string,
): Promise<ContentTexts | undefined> {
  const path = textsFile(language);
  if (!Object.hasOwn(manifest.files, path)) return new Map();
  const json = await reader.content(manifest, path, contentLimits.file);
  return json === undefined ? undefined : readTexts(json);
}

const changesIn = (language: string, after: ContentTexts, before: ContentTexts): readonly TextChange[] =>
  [...new Set([...after.keys(), ...before.keys()])]
    .map((key) => ({ key, language, before: before.get(key), after: after.get(key) }))
    .filter((change) => change.before !== change.after);

type Packages = ReadonlyMap<string, PackageState>;

/** The packages in a version's scripts; undefined when it doesn't say them. */
async function weighedPackages(reader: StoreReader, manifest: ReleaseManifest): Promise<ContentPackages | undefined> {
  const json = await reader.content(manifest, packagesFile, contentLimits.file);
  return json === undefined ? undefined : readPackages(json);
}

/** The packages that a version names, and those in its scripts. */
function packagesOf({ packages = {} }: ReleaseManifest, weighed: ContentPackages | undefined): Packages {
  const bytes = weighed ? 0 : undefined;
  const named = Object.entries(packages).map(([name, version]) => [name, { version, bytes }] as const);
  return new Map<string, PackageState>([...named, ...(weighed ?? [])]);
}

const packageChanges = (after: Packages, before: Packages): readonly PackageChange[] =>
  [...new Set([...after.keys(), ...before.keys()])]
    .map((name) => ({ name, before: before.get(name), after: after.get(name) }))
    .filter((change) => isNoticed(change))
    .toSorted((one, other) => growthOf(other) - growthOf(one));

const isNoticed = ({ before, after }: PackageChange): boolean =>
  before?.version !== after?.version || growthOf({ before, after }) >= roomLimits.noticedBytes;

/** By how many bytes a package grows or shrinks; 0 when nobody knows. */
const growthOf = ({ before, after }: Pick<PackageChange, 'before' | 'after'>): number =>
  (before && before.bytes === undefined) || (after && after.bytes === undefined)
    ? 0
    : Math.abs((after?.bytes ?? 0) - (before?.bytes ?? 0));
