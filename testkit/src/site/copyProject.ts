import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './program.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const leftOut = ['node_modules', 'dist', 'test-results'];
const hiddenSources = ['.gitignore', '.env.example'];
const ownPackages = '@site';

/** Copies the project's sources into a new folder, where they find the same packages, and each other instead of the originals. */
export async function copyProject(): Promise<string> {
  const folder = await temporaryFolder('project');
  for (const name of await readdir(root)) {
    const isOurs = hiddenSources.includes(name) || !(name.startsWith('.') || leftOut.includes(name));
    if (isOurs) await cp(join(root, name), join(folder, name), { recursive: true });
  }
  const packages = join(folder, 'node_modules');
  await mkdir(packages);
  for (const name of await readdir(join(root, 'node_modules'))) {
    const source = join(root, 'node_modules', name);
    // These are links to folders of the project: copied as they are, they lead to those of the copy.
    if (name === ownPackages) await cp(source, join(packages, name), { recursive: true, verbatimSymlinks: true });
    else await symlink(source, join(packages, name));
  }
  return folder;
}
