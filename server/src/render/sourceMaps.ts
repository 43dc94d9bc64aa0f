import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import type { Release } from '@site/releases/Release.ts';
import type { Failure } from '@site/shell/render/failureOf.ts';

/** A place in a built file of a release; lines and columns begin with 1, as in stack traces. */
export interface BuiltPlace {
  /** Relative to the release's folder. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Where a release has the source map of one of its files. Nothing in this folder has an address. */
export const mapFileOf = (file: string): string => `maps/${file}.map`;

/** Maps that were needed last: whoever makes pages fail over and over must not have them parsed each time. */
const parsed = new Map<string, SourceMap | undefined>();
const maxParsed = 8;

/** Sources are addresses in a map: paths would be relative to the map's. */
const scheme = 'source:///';

/** The place in the sources that a place in a built file comes from, such as `remotes/blog/src/remote.ts:3:12`. */
export function sourcePlace(release: Release, { file, line, column }: BuiltPlace): string | undefined {
  const entry = sourceMapOf(release, file)?.findEntry(line - 1, column - 1);
  if (!entry || !('originalSource' in entry) || !entry.originalSource) return undefined;
  return `${entry.originalSource.replace(scheme, '')}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
}

/** A text, such as a stack trace, with the sources' places instead of those in the files of some releases. */
export function withSourcePlaces(text: string, releases: readonly Release[]): string {
  return text.replace(placePattern, (place, path: string, line: string, column: string) => {
    for (const release of releases) {
      const file = fileIn(release, path);
      const source = file && sourcePlace(release, { file, line: Number(line), column: Number(column) });
      if (source) return source;
    }
    return place;
  });
}

/** What was thrown, and where in the sources of some releases. */
export function withPlace({ message, stack = '' }: Failure, releases: readonly Release[]): string {
  const places = [...withSourcePlaces(stack, releases).matchAll(sourcePattern)].map(([place]) => place);
  // A place in a library helps nobody, and a `.cjs` file is a bundle without a map, as in development.
  const own = places.find((place) => !/^node_modules\/|\.cjs:/.test(place));
  return own ? `${message} (${own})` : message;
}

const sourcePattern = /(?:[\w.@~+-]+\/)+[\w.@~+-]+\.[mc]?[jt]sx?:\d+:\d+/g;

/** An address or a path, with a line and a column. */
const placePattern = /((?:https?:\/\/|file:\/\/)?[\w./@~+:-]{1,300}\.c?js)(?:\?[\w=]*)?:(\d{1,6}):(\d{1,7})/g;

/** The file of a release that a stack trace names: by the address of a browser's file, or as the rendering process calls its own. */
function fileIn({ manifest, folder }: Release, path: string): string | undefined {
  const { name, version, publicPath, server, files } = manifest;
  if (path === `${name}@${version}.cjs` || path.endsWith(join(folder, server))) return server;
  const start = path.indexOf(publicPath);
  const file = `web/${path.slice(start + publicPath.length)}`;
  return start >= 0 && Object.hasOwn(files, file) ? file : undefined;
}

function sourceMapOf(release: Release, file: string): SourceMap | undefined {
  const path = mapFileOf(file);
  if (!Object.hasOwn(release.manifest.files, path)) return undefined;
  const key = join(release.folder, path);
  if (!parsed.has(key)) parsed.set(key, parseMap(key));
  const [oldest] = parsed.keys();
  if (parsed.size > maxParsed && oldest !== undefined) parsed.delete(oldest);
  return parsed.get(key);
}

/** A map that can't be read costs the place alone: what is told without it is better than nothing. */
function parseMap(path: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}
