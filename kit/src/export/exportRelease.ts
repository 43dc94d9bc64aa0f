import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Release } from '@site/releases/Release.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';

/** Copies the browser files of a release into a folder, to where they are asked for; returns how many. */
export async function exportRelease({ manifest, folder: source }: Release, folder: string): Promise<number> {
  const addresses = addressesOf(manifest);
  for (const [file, address] of addresses) await cp(join(source, file), join(folder, address));
  return addresses.size;
}

/** Each browser file and where it is asked for. Hosts compress by themselves: the compressed twins stay behind. */
function addressesOf({ files, publicPath }: ReleaseManifest): ReadonlyMap<string, string> {
  // A remote's files may be on an origin of their own.
  const folders = { 'public/': '/', ...(publicPath.startsWith('/') && { 'web/': publicPath }) };
  const addresses = Object.entries(folders).flatMap(([folder, address]) =>
    Object.keys(files)
      .filter((file) => file.startsWith(folder) && !/\.(br|gz)$/.test(file))
      .map((file) => [file, address + file.slice(folder.length)] as const),
  );
  return new Map(addresses);
}
