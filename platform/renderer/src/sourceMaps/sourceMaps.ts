import { join } from 'node:path';
import type { Release } from '@site/releases/Release.ts';
import { isolateFile } from '@site/shared/contract/release.ts';
import type { SerializedError } from '@site/shell/render/messages.ts';
import { LRUCache } from 'lru-cache';
import { rendererLimits } from '../limits.ts';
import { isolateName } from '../walls/wallCommand.ts';
import { readSourceMap } from './readSourceMap.ts';

/** A place in a built file of a release; lines and columns start at 1, as in stack traces. */
export interface BuiltPlace {
  readonly release: Release;
  /** Relative to the release's folder. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The source map of a release's file. Files in this folder are never served. */
export const mapFileOf = (file: string): string => `maps/${file}.map`;

/** Sources already looked up: a page that fails repeatedly must not have maps read each time. */
const knownSources = new LRUCache<string, { readonly source: string | undefined }>({
  max: rendererLimits.sourceMap.known,
});

/**
 * The places in the sources that places in built files come from, such as `remotes/blog/src/remote.ts:3:12`, in the same order;
 * undefined where the map has none, or can't be read.
 */
export async function sourcePlaces(places: readonly BuiltPlace[]): Promise<readonly (string | undefined)[]> {
  const wanted = Map.groupBy(places.filter(hasMap), mapPathOf);
  for (const [path, placed] of wanted) await learnSources(path, [...new Set(placed.map(positionOf))]);
  return places.map((place) => knownSources.get(keyOf(mapPathOf(place), positionOf(place)))?.source);
}

/** Replaces the first places in built files of some releases, for example in a stack trace, by places in the sources. */
export async function withSourcePlaces(text: string, releases: readonly Release[]): Promise<string> {
  const matches = [...text.matchAll(placePattern)].slice(0, rendererLimits.sourceMap.places);
  const built = matches.flatMap((match) => builtPlace(match, releases) ?? []);
  if (built.length === 0) return text;
  const sources = await sourcePlaces(built.map(({ place }) => place));
  const sourceAt = new Map(built.map(({ start }, index) => [start, sources[index]]));
  return text.replace(placePattern, (place, _path, _line, _column, start: number) => sourceAt.get(start) ?? place);
}

/**
 * The message of a failure, with its place in the sources of some releases. An error from a dependency also names the
 * dependency's file.
 */
export async function withPlace(
  { message, stack = '' }: SerializedError,
  releases: readonly Release[],
): Promise<string> {
  const places = [...(await withSourcePlaces(stack, releases)).matchAll(sourcePattern)].map(([place]) => place);
  // A `.cjs` file is a bundle without a map, as in development.
  const index = places.findIndex((place) => !/^node_modules\/|\.cjs:/.test(place));
  const own = places[index];
  // React only passes on what pages throw.
  const inside = places.slice(0, own ? index : undefined).find((place) => isOfDependency.test(place));
  if (!own || !inside) return own || inside ? `${message} (${own ?? inside})` : message;
  return `${message} (${inside}, from ${own})`;
}

const isOfDependency = /^node_modules\/(?!(?:react|react-dom|scheduler)\/)/;

const sourcePattern = /(?:[\w.@~+-]+\/)+[\w.@~+-]+\.[mc]?[jt]sx?:\d+:\d+/g;

/** An address or a path, with a line and a column. */
const placePattern = /((?:https?:\/\/|file:\/\/)?[\w./@~+:-]{1,300}\.c?js)(?:\?[\w=]{0,20})?:(\d{1,6}):(\d{1,7})/g;

/** The place that a text names, and where in the text; undefined when it is in none of the releases. */
function builtPlace({ index: start, 1: path = '', 2: line, 3: column }: RegExpExecArray, releases: readonly Release[]) {
  for (const release of releases) {
    const file = fileIn(release, path);
    if (file) return { start, place: { release, file, line: Number(line), column: Number(column) } };
  }
  return undefined;
}

/** The file of a release in a stack trace: named by its address in browsers, by its release in rendering processes. */
function fileIn({ manifest, folder }: Release, path: string): string | undefined {
  const { name, version, publicPath, server, files } = manifest;
  if (path === `${name}@${version}.cjs` || path.endsWith(join(folder, server))) return server;
  if (path === isolateName({ manifest })) return isolateFile;
  const start = path.indexOf(publicPath);
  const file = `web/${path.slice(start + publicPath.length)}`;
  return start >= 0 && Object.hasOwn(files, file) ? file : undefined;
}

const hasMap = ({ release, file }: BuiltPlace): boolean => Object.hasOwn(release.manifest.files, mapFileOf(file));

const mapPathOf = ({ release, file }: BuiltPlace): string => join(release.folder, mapFileOf(file));

const positionOf = ({ line, column }: BuiltPlace): string => `${line}:${column}`;

const keyOf = (path: string, position: string): string => `${path}:${position}`;

async function learnSources(path: string, positions: readonly string[]): Promise<void> {
  const unknown = positions.filter((position) => !knownSources.has(keyOf(path, position)));
  if (unknown.length === 0) return;
  const sources = await readSourceMap(path, unknown);
  sources?.forEach((source, index) => {
    knownSources.set(keyOf(path, unknown[index] ?? ''), { source: source ?? undefined });
  });
}
