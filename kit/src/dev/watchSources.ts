import { watch } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/bundles/folders.ts';

/** Folders of what the site consists of. */
const folders = ['api', 'releases', 'remotes', 'shared', 'shell'];

/**
 * Watches the sources, also those that no bundle has in it.
 *
 * @param onSaved called with a file, relative to the project's folder, at least once after each change
 */
export function watchSources(onSaved: (file: string) => void): void {
  for (const folder of folders) {
    watch(join(root, folder), { recursive: true }, (_event, name) => {
      if (name && !name.includes('node_modules')) onSaved(`${folder}/${name.replaceAll('\\', '/')}`);
    });
  }
}
