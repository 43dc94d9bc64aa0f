import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { workspaces } from '@site/bundling/bundles/workspaces.ts';
import { isWithin } from '@site/bundling/checks/sources.ts';
import { withoutQuery } from '@site/bundling/moduleGraph.ts';
import { kitShellFolder, root } from '@site/bundling/project.ts';
import { buildShellForTeams } from './builtShell.ts';
import { compiledFiles } from './compile.ts';
import { compiledExports, manifestOf, packedManifest } from './manifest.ts';
import type { PackageDescription } from './packages.ts';
import { writeSlimPackage } from './slimPackage.ts';
import { surfaceTypes } from './surfaceTypes.ts';
import { writeTrimmedPackage } from './trimmedPackage.ts';

/**
 * Writes a package into a folder, for `npm pack`.
 *
 * @param compiled the folder of its compiled scripts
 */
export async function writePackage(description: PackageDescription, compiled: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const { workspace, manifest, files, packages, slim, trimmed, builtShell, isProgram } = description;
  // A package has its catalogues whole, whichever sections its programs read.
  const filesByRoom = Map.groupBy(new Set([...files].map(withoutQuery)), roomOf);
  const used = workspaces.filter(({ folder: room }) => filesByRoom.has(room));
  for (const { name, folder: room } of used) {
    const place = room === workspace ? folder : join(folder, 'node_modules', name);
    for (const file of filesByRoom.get(room) ?? []) await copySource(file, room, compiled, place);
    const { version, type } = manifestOf(room);
    const exports = compiledExports(manifestOf(room));
    await writeJson(join(place, 'package.json'), { name, version, type, exports });
  }
  for (const [name, names] of Object.entries(slim))
    await writeSlimPackage(name, names, join(folder, 'node_modules', name));
  for (const [name, left] of Object.entries(trimmed))
    await writeTrimmedPackage(name, left, join(folder, 'node_modules', name));
  if (workspace === 'shared') await addAmbientTypes(folder);
  if (builtShell) await buildShellForTeams(join(folder, 'node_modules/@site/bundling', basename(kitShellFolder)));
  for (const file of ['LICENSE', 'CHANGELOG.md']) await copyFile(join(root, file), join(folder, file));
  const readme = description.readme ?? (await readFile(join(root, workspace, 'README.md'), 'utf8'));
  await writeFile(join(folder, 'README.md'), readme);
  // The workspaces last: their versions count, not those that another package was developed with.
  const inside = [
    ...[...Object.keys(slim), ...Object.keys(trimmed)].map((name) => `node_modules/${name}`),
    ...used.filter((room) => room.folder !== workspace).map((room) => room.folder),
  ];
  const content = packedManifest(manifest, packages, inside.map(manifestOf));
  await writeJson(join(folder, 'package.json'), { ...content, exports: isProgram ? {} : compiledExports(manifest) });
}

/** The folder of the workspace that a file belongs to: one may be in another's. */
const roomOf = (file: string): string | undefined =>
  workspaces
    .map(({ folder }) => folder)
    .filter((folder) => isWithin(file, folder))
    .toSorted((a, b) => b.length - a.length)[0];

/** Copies a source of a workspace, or what it was compiled to. */
async function copySource(file: string, workspace: string, compiled: string, place: string): Promise<void> {
  const results = compiledFiles(file).map((result) => [join(compiled, result), result] as const);
  for (const [from, path] of results.length === 0 ? [[join(root, file), file] as const] : results) {
    const target = join(place, path.slice(workspace.length));
    await mkdir(dirname(target), { recursive: true });
    await copyFile(from, target);
  }
}

/**
 * Adds the types of texts, style sheets, drawings, and what the shell provides of other packages, for anyone who imports the
 * package.
 */
async function addAmbientTypes(folder: string): Promise<void> {
  await writeFile(join(folder, 'types/surface.d.ts'), surfaceTypes());
  const index = join(folder, 'index.d.ts');
  const types = await readdir(join(folder, 'types'));
  const ofCompany = 'node_modules/@site/company/pages.d.ts';
  const files = [
    ...types.toSorted().map((name) => `types/${name}`),
    ...(existsSync(join(folder, ofCompany)) ? [ofCompany] : []),
  ];
  const references = files.map((file) => `/// <reference path="./${file}" />\n`);
  await writeFile(index, `${references.join('')}${await readFile(index, 'utf8')}`);
}

const writeJson = (file: string, content: object): Promise<void> =>
  writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
