import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import type { Release, ReleaseAsset, ReleaseSource } from '@site/releases/Release.ts';
import { LRUCache } from 'lru-cache';

/** What a body of the encoding `dcz` begins with, before the hash of its dictionary (RFC 9842). */
const magic = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0]);

/** The files that change a little with each release. */
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/** Below this, the headers cost as much as is saved, in bytes. */
const least = 1_000;

/** How many bytes of answers stay in memory. */
const mostBytes = 16 * 1024 * 1024;

/**
 * Addresses of the same file in other releases, as a URL pattern; undefined for files that are no dictionary. The hash in its name
 * and the version in its path differ.
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
  maxSize: mostBytes,
  sizeCalculation: ({ length }) => length,
  fetchMethod: async (key, _stale, { context }) => await differences(key.split(' ')[0] ?? '', context),
});

/**
 * A file as what differs from the same file of an earlier release, if the browser says that it has that one. Only releases that
 * visitors get or got count, so that nobody can have others compressed.
 */
export async function differencesFor(
  { 'available-dictionary': dictionary, 'accept-encoding': accepted = '' }: IncomingHttpHeaders,
  asset: ReleaseAsset,
  releases: ReleaseSource,
): Promise<Differences | undefined> {
  const kin = kinOf(asset);
  const [, hash] = /^:([\w+/]{43}=):$/.exec(String(dictionary)) ?? [];
  if (!kin || !hash || !/(?:^|,)\s*dcz\s*(?:,|$)/.test(String(accepted))) return undefined;
  const { integrity } = asset.release.manifest.files[`web/${asset.file}`] ?? {};
  const body = await known.fetch(`${hash} ${integrity}`, { context: { asset, kin, releases } });
  return body && { body, type: types[extname(asset.file)] ?? '' };
}

async function differences(hash: string, { asset, kin, releases }: Asked): Promise<Buffer | undefined> {
  const { release, file } = asset;
  const earlier = fileWith(hash, kin, await releases.shown(release.manifest.name));
  if (earlier === undefined) return undefined;
  const [dictionary, content] = await Promise.all([readFile(earlier), readFile(join(release.folder, 'web', file))]);
  const window = Math.ceil(Math.log2(dictionary.length + content.length));
  const compressed = await promisify(zstdCompress)(content, {
    dictionary,
    params: {
      [constants.ZSTD_c_compressionLevel]: 19,
      // Browsers accept as much as the dictionary has, or 8 MB.
      [constants.ZSTD_c_windowLog]: Math.min(Math.max(window, 17), 23),
    },
  });
  return Buffer.concat([magic, Buffer.from(hash, 'base64'), compressed]);
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
