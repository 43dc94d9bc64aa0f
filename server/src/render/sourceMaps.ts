import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import type { Release } from '@site/releases/Release.ts';
import { isolateFile } from '@site/shared/contract/release.ts';
import type { Failure } from '@site/shell/render/messages.ts';
import { LRUCache } from 'lru-cache';

/** A place in a built file of a release; lines and columns start at 1, as in stack traces. */
export interface BuiltPlace {
  /** Relative to the release's folder. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The source map of a release's file. Files in this folder are never served. */
export const mapFileOf = (file: string): string => `maps/${file}.map`;

/** Parsed maps: a page that fails again and again must not have them parsed each time. */
const parsedMaps = new LRUCache<string, { readonly map: SourceMap | undefined }>({ max: 8 });

/** Sources are absolute addresses: paths would be relative to the map. */
const scheme = 'source:///';

/** The place in the sources that a place in a built file comes from, such as `remotes/blog/src/remote.ts:3:12`. */
export function sourcePlace(release: Release, { file, line, column }: BuiltPlace): string | undefined {
  const entry = sourceMapOf(release, file)?.findEntry(line - 1, column - 1);
  if (!entry || !('originalSource' in entry) || !entry.originalSource) return undefined;
  return `${entry.originalSource.replace(scheme, '')}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
}

/** Replaces places in built files of some releases, for example in a stack trace, by places in the sources. */
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

/** The message of a failure, with its place in the sources of some releases. */
export function withPlace({ message, stack = '' }: Failure, releases: readonly Release[]): string {
  const places = [...withSourcePlaces(stack, releases).matchAll(sourcePattern)].map(([place]) => place);
  // Places in libraries don't help, and a `.cjs` file is a bundle without a map, as in development.
  const own = places.find((place) => !/^node_modules\/|\.cjs:/.test(place));
  return own ? `${message} (${own})` : message;
}

const sourcePattern = /(?:[\w.@~+-]+\/)+[\w.@~+-]+\.[mc]?[jt]sx?:\d+:\d+/g;

/** An address or a path, with a line and a column. */
const placePattern = /((?:https?:\/\/|file:\/\/)?[\w./@~+:-]{1,300}\.c?js)(?:\?[\w=]*)?:(\d{1,6}):(\d{1,7})/g;

/** The file of a release in a stack trace: named by its address in browsers, by its release in rendering processes. */
function fileIn({ manifest, folder }: Release, path: string): string | undefined {
  const { name, version, publicPath, server, files } = manifest;
  if (path === `${name}@${version}.cjs` || path.endsWith(join(folder, server))) return server;
  if (path.endsWith(join(folder, isolateFile))) return isolateFile;
  const start = path.indexOf(publicPath);
  const file = `web/${path.slice(start + publicPath.length)}`;
  return start >= 0 && Object.hasOwn(files, file) ? file : undefined;
}

function sourceMapOf(release: Release, file: string): SourceMap | undefined {
  const path = mapFileOf(file);
  if (!Object.hasOwn(release.manifest.files, path)) return undefined;
  const key = join(release.folder, path);
  const parsed = parsedMaps.get(key) ?? { map: parseMap(key) };
  parsedMaps.set(key, parsed);
  return parsed.map;
}

/** Without a readable map a failure is reported without its place. */
function parseMap(path: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}
