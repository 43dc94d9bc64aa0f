import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { z } from 'zod';
import { contentLimits } from './limits.ts';
import { packageName } from './packages.ts';

/** What visitors may read of a release in one language: the texts of its catalogue by their full keys, such as `list.title`. */
export type ContentTexts = ReadonlyMap<string, string>;

/** What a package brings into the scripts of a release. */
export interface PackageContent {
  /** Its version; several with commas between them. */
  readonly version: string;
  /** Its share of the compressed scripts, in bytes. */
  readonly bytes: number;
}

/** The packages of a release by name. */
export type ContentPackages = ReadonlyMap<string, PackageContent>;

/**
 * The file of a release with its texts in a language: the manifest's signature covers it as all others. It is beside the source maps, which
 * no store shows to strangers.
 */
export const textsFile = (language: string): string => `maps/texts/${language}.json`;

/** The file of a release with its packages. */
export const packagesFile = 'maps/packages.json';

/** The languages that a release has texts of. None for those that site 1.2.0 or earlier has built. */
export const textLanguages = ({ files }: Pick<ReleaseManifest, 'files'>): readonly string[] =>
  Object.keys(files)
    .flatMap((path) => /^maps\/texts\/([a-zA-Z][\w-]{1,19})\.json$/.exec(path)?.[1] ?? [])
    .slice(0, contentLimits.languages);

const isWithin = (most: number) => (entries: object) => Object.keys(entries).length <= most;

const textsSchema = z
  .record(z.string().max(contentLimits.key), z.string().max(contentLimits.text))
  .refine(isWithin(contentLimits.texts));

const versions = z
  .string()
  .max(contentLimits.versions)
  .regex(/^[\w.+-]+(?:, [\w.+-]+)*$/);

const packagesSchema = z
  .record(packageName, z.object({ version: versions, bytes: z.number().int().min(0).max(1e9) }))
  .refine(isWithin(contentLimits.packages));

/** Reads the untrusted file of a language; undefined when it is another kind of file, or exceeds the limits. */
export const readTexts = (json: string): ContentTexts | undefined => read(textsSchema, json);

/** Reads the untrusted file of the packages, as `readTexts`. */
export const readPackages = (json: string): ContentPackages | undefined => read(packagesSchema, json);

/** The text of a file that has some contents; undefined when nobody would read it, since it exceeds the limits. */
export function contentText(contents: ContentTexts | ContentPackages): string | undefined {
  const json = `${JSON.stringify(Object.fromEntries<unknown>(contents), null, 1)}\n`;
  return Buffer.byteLength(json) <= contentLimits.file && (readTexts(json) ?? readPackages(json)) ? json : undefined;
}

function read<Value>(schema: z.ZodType<Readonly<Record<string, Value>>>, json: string) {
  try {
    return new Map(Object.entries(schema.parse(JSON.parse(json))));
  } catch {
    return undefined;
  }
}
