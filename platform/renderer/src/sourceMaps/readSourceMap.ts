import { execFile } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { rendererLimits } from '../limits.ts';

const {
  size,
  memory,
  time,
  sourceName,
  places: mostPlaces,
  waiting,
  readings,
  memoryOfMaps,
} = rendererLimits.sourceMap;

const reader = join(import.meta.dirname, 'sourceMapReader.mjs');

const run = promisify(execFile);

const found = z.array(z.string().nullable());

/** How often each map has been read lately, and whether that failed. */
const maps = new LRUCache<string, { readings: number; isUnreadable: boolean }>({ max: 1_000, ttl: memoryOfMaps });

/** The last reading: there is one at a time. */
let last: Promise<unknown> = Promise.resolve();
let queued = 0;

/**
 * Finds the sources of places in a built file, in a process that ends afterwards: whatever a map contains, it costs the
 * server neither its thread nor its memory.
 *
 * @param file the source map
 * @param places as `LINE:COLUMN`, both from 1
 * @returns the sources in the same order, null where there is none; undefined when the map can't be read, or not now
 */
export async function readSourceMap(
  file: string,
  places: readonly string[],
): Promise<readonly (string | null)[] | undefined> {
  const map = maps.get(file) ?? { readings: 0, isUnreadable: false };
  if (map.isUnreadable || map.readings >= readings || queued >= waiting) return undefined;
  if (map.readings === 0) maps.set(file, map);
  map.readings += 1;
  queued += 1;
  const reading = last.then(() => readAlone(file, places));
  last = reading.catch(() => {});
  try {
    return await reading;
  } catch {
    map.isUnreadable = true;
    return undefined;
  } finally {
    queued -= 1;
  }
}

async function readAlone(file: string, places: readonly string[]): Promise<readonly (string | null)[]> {
  const path = await realpath(file);
  const flags = ['--permission', `--allow-fs-read=${path}`, `--allow-fs-read=${reader}`, '--disable-sigusr1'];
  const parameters = [path, String(size), String(sourceName), ...places];
  const { stdout } = await run(
    process.execPath,
    [...flags, `--max-old-space-size=${memory}`, '--v8-pool-size=1', reader, ...parameters],
    { env: {}, timeout: time, killSignal: 'SIGKILL', maxBuffer: 8 * sourceName * mostPlaces },
  );
  return found.length(places.length).parse(JSON.parse(stdout));
}
