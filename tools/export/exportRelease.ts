import { join } from 'node:path';
import type { FolderStore } from '@site/releases';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { write } from './write.ts';

/** Writes the browser files of an app's live release into a folder; returns how many. */
export async function exportRelease(store: FolderStore, app: string, folder: string): Promise<number> {
  const pointer = await store.pointer(app);
  if (!pointer) return 0;
  const manifest = await store.manifest(app, pointer.version);
  const addresses = addressesOf(manifest);
  for (const [file, address] of addresses) {
    await write(join(folder, address), await store.file(app, pointer.version, file));
  }
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
