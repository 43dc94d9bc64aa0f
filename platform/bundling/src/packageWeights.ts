import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageIn } from './bundles/packageIn.ts';

/** As many as anyone reads. */
const mostNamed = 5;

/** What a package brings into scripts: the folders that it is installed in, and its share of the compressed bytes. */
export interface PackageWeight {
  readonly folders: ReadonlySet<string>;
  readonly bytes: number;
}

/**
 * The packages that scripts of a build consist of, by name. Of a compressed file, each has the share that it has uncompressed.
 *
 * @param folder of the build
 */
export function packageWeights(folder: string, scripts: readonly string[]): ReadonlyMap<string, PackageWeight> {
  const weights = new Map<string, PackageWeight>();
  for (const script of scripts) {
    const [file, map] = [join(folder, 'web', script), join(folder, 'maps/web', `${script}.map`)];
    if (!existsSync(map) || !existsSync(`${file}.gz`)) continue;
    const code = readFileSync(file, 'utf8');
    const ratio = readFileSync(`${file}.gz`).length / code.length;
    for (const [source, characters] of charactersOf(code, readFileSync(map, 'utf8'))) {
      const name = packageIn(source);
      if (name === undefined) continue;
      const { folders, bytes } = weights.get(name) ?? { folders: [], bytes: 0 };
      const own = source.slice(0, source.lastIndexOf(`node_modules/${name}/`) + `node_modules/${name}`.length);
      weights.set(name, { folders: new Set([...folders, own]), bytes: bytes + characters * ratio });
    }
  }
  return weights;
}

/** The heaviest packages of some scripts, such as `zod 14.2 kB`. */
export const heaviestPackages = (folder: string, scripts: readonly string[]): readonly string[] =>
  [...packageWeights(folder, scripts)]
    .toSorted(([, one], [, other]) => other.bytes - one.bytes)
    .slice(0, mostNamed)
    .map(([name, { bytes }]) => `${name} ${(bytes / 1_000).toFixed(1)} kB`);

/** How many characters of a built file come from each source: a place counts until the next one in its line. */
function charactersOf(code: string, map: string): ReadonlyMap<string, number> {
  const { sources, mappings } = JSON.parse(map) as { readonly sources: readonly string[]; readonly mappings: string };
  const lines = code.split('\n');
  const found = new Map<string, number>();
  let source = 0;
  for (const [index, line] of mappings.split(';').entries()) {
    let column = 0;
    let from: { readonly column: number; readonly source: string } | undefined;
    const end = (at: number) => {
      if (from) found.set(from.source, (found.get(from.source) ?? 0) + at - from.column);
    };
    for (const place of line === '' ? [] : line.split(',')) {
      const [columns = 0, sourceStep] = numbersIn(place);
      column += columns;
      end(column);
      source += sourceStep ?? 0;
      from = sourceStep === undefined ? undefined : { column, source: sources[source] ?? '' };
    }
    end(lines[index]?.length ?? column);
  }
  return found;
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The numbers of a place in a source map: five bits in each digit, the sixth says that more follow, the first is the sign. */
function numbersIn(place: string): readonly number[] {
  const numbers: number[] = [];
  let [value, shift] = [0, 0];
  for (const digit of place) {
    const bits = digits.indexOf(digit);
    value += (bits & 31) << shift;
    shift += 5;
    if (bits & 32) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    [value, shift] = [0, 0];
  }
  return numbers;
}
