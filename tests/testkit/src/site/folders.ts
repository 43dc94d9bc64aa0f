import { copyFileSync, linkSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '@site/bundling/project.ts';

/** Creates an empty folder. */
export const temporaryFolder = (name: string): Promise<string> => mkdtemp(join(tmpdir(), `site-${name}-`));

const leftOut = ['node_modules', 'dist', 'test-results'];
const hiddenSources = ['.gitignore', '.env.example', '.npmrc', '.nvmrc', '.vscode'];
const ownPackages = '@site';

/** Copies the project's sources into a new folder with links to the same packages. */
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
    // These are relative links to the project's own folders: in the copy they lead to the copied ones.
    if (name === ownPackages) await cp(source, join(packages, name), { recursive: true, verbatimSymlinks: true });
    else await symlink(source, join(packages, name), 'junction');
  }
  return folder;
}

/** npm writes its list of what is installed in place, and replaces all other files. */
const installedList = '.package-lock.json';

/** Copies installed packages as links to the same files: a hundred megabytes take a moment. */
export function linkPackages(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkPackages(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.name === installedList) copyFileSync(source, target);
    else linkSync(source, target);
  }
}
