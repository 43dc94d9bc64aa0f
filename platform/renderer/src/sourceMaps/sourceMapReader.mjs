/**
 * Runs in a process of its own, which may read one file, a source map, and prints where places come from, as JSON. A map is as
 * untrusted as its release: it may be huge, or have any value anywhere. It is plain JavaScript, which starts sooner.
 *
 * Parameters: the map, its largest size in bytes, the longest name of a source, and places in the built file: `LINE:COLUMN`.
 */
import { readFileSync, statSync } from 'node:fs';
import { SourceMap } from 'node:module';

const [, , file, size, length, ...places] = process.argv;

/** Sources are absolute addresses: paths would be relative to the map. */
const scheme = 'source:///';

/** The place in the sources; null when there is none, or when no log should show it. */
function sourceOf(map, place) {
  const [line, column] = place.split(':').map(Number);
  const { originalSource, originalLine, originalColumn } = map.findEntry(line - 1, column - 1);
  if (typeof originalSource !== 'string' || originalSource.length > Number(length)) return null;
  const isShown = /^[^\p{C}]+$/u.test(originalSource);
  if (!isShown || !Number.isSafeInteger(originalLine) || !Number.isSafeInteger(originalColumn)) return null;
  return `${originalSource.replace(scheme, '')}:${originalLine + 1}:${originalColumn + 1}`;
}

if (statSync(file).size > Number(size)) throw new Error('The source map is too large.');
const map = new SourceMap(JSON.parse(readFileSync(file, 'utf8')));
process.stdout.write(JSON.stringify(places.map((place) => sourceOf(map, place))));
