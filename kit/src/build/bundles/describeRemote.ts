import { statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sourceFolder } from './folders.ts';
import type { RemoteDescription } from './remote.ts';

/** Reads what a remote exposes from its `src/remote.ts`. */
export async function describeRemote(app: string): Promise<RemoteDescription> {
  const file = join(sourceFolder(app), 'src/remote.ts');
  // Node keeps what it has imported: a file that has changed is another one.
  const address = `${pathToFileURL(file).href}?${statSync(file).mtimeMs}`;
  const module = (await import(address)) as { readonly remote?: RemoteDescription };
  if (!module.remote || module.remote.name !== app) {
    throw new Error(`${file} must export \`remote\` with the name "${app}", the name of its folder.`);
  }
  return module.remote;
}
