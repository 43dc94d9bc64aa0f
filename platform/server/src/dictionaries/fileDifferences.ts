import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { extname, join } from 'node:path';
import type { Release, ReleaseAsset, ReleaseSource } from '@site/releases/Release.ts';
import { LRUCache } from 'lru-cache';
import { serverLimits } from '../limits.ts';
import { compressWith, dictionaryOf } from './dcz.ts';

/** The files that change a little with each release. */
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/** Below this, the headers cost as much as is saved, in bytes. */
const least = 1_000;

/** Compresses as small as possible: the bodies of a release are the same for everyone. */
const level = 19;

/**
 * Addresses of the same file in other releases, as a URL pattern; undefined for files that aren't dictionaries. The hash in its
 * name and the version in its path differ.
 */
export function kinOf({ release: { manifest }, file }: ReleaseAsset): string | undefined {
  if (!types[extname(file)] || (manifest.files[`web/${file}`]?.size ?? 0) < least) return undefined;
  const pattern =
    manifest.publicPath.replace(`/${manifest.version}/`, '/*/') + file.replace(/\.[\da-f]{8}(?=\.\w+$)/, '.*');
  return /^[\w./*-]+$/.test(pattern) ? pattern : undefined;
}

/** An answer that a browser completes with a file that it has. */
export interface Differences {
  readonly body: Buffer;
  readonly type: string;
}

interface Asked {
  readonly asset: ReleaseAsset;
  readonly kin: string;
  readonly releases: ReleaseSource;
}

const known = new LRUCache<string, Buffer, Asked>({
  maxSize: serverLimits.dictionaries.bodies,
  sizeCalculation: ({ length }) => length,
  fetchMethod: async (key, _stale, { context }) => await differences(key.split(' ')[0] ?? '', context),
});

/**
 * A file compressed with the same file of an earlier release, if the browser says that it has that one. Only for releases that
 * visitors get or got, so that nobody can request others.
 */
export async function differencesFor(
  headers: IncomingHttpHeaders,
  asset: ReleaseAsset,
  releases: ReleaseSource,
): Promise<Differences | undefined> {
  const kin = kinOf(asset);
  const hash = dictionaryOf(headers);
  if (!kin || !hash) return undefined;
  const { integrity } = asset.release.manifest.files[`web/${asset.file}`] ?? {};
  const body = await known.fetch(`${hash} ${integrity}`, { context: { asset, kin, releases } });
  return body && { body, type: types[extname(asset.file)] ?? '' };
}

async function differences(hash: string, { asset, kin, releases }: Asked): Promise<Buffer | undefined> {
  const { release, file } = asset;
  const earlier = fileWith(hash, kin, await releases.shown(release.manifest.name));
  if (earlier === undefined) return undefined;
  const [dictionary, content] = await Promise.all([readFile(earlier), readFile(join(release.folder, 'web', file))]);
  return await compressWith({ dictionary, hash, level }, content);
}

/** The path of the file with a hash. */
function fileWith(hash: string, kin: string, releases: readonly Release[]): string | undefined {
  for (const release of releases) {
    for (const [path, { integrity }] of Object.entries(release.manifest.files)) {
      const file = path.slice('web/'.length);
      if (integrity === `sha256-${hash}` && path.startsWith('web/') && kinOf({ release, file }) === kin)
        return join(release.folder, path);
    }
  }
  return undefined;
}
