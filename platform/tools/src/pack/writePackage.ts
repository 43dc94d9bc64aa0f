import { copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { root } from '@site/kit/build/bundles/project.ts';
import { workspaces } from '@site/kit/build/bundles/workspaces.ts';
import { isWithin } from '@site/kit/check/sources.ts';
import { compiledFiles } from './compile.ts';
import { compiledExports, manifestOf, packedManifest } from './manifest.ts';
import type { PackageDescription } from './packages.ts';
import { surfaceTypes } from './surfaceTypes.ts';

/**
 * Writes a package into a folder, for `npm pack`.
 *
 * @param compiled the folder of its compiled scripts
 */
export async function writePackage(description: PackageDescription, compiled: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const { workspace, files, packages, bundled, isPublic, manifest } = description;
  const filesOf = (its: string) => [...files].filter((file) => isWithin(file, its) && file !== `${its}/package.json`);
  const inside = workspaces.filter(({ folder: its }) => its !== workspace && filesOf(its).length > 0);
  for (const { name, folder: its } of inside) {
    const place = join(folder, 'node_modules', name);
    for (const file of filesOf(its)) await copySource(file, compiled, join(place, file.slice(its.length)));
    const exports = compiledExports(manifestOf(its), (_, file) => files.has(join(its, file)));
    const { version, type } = manifestOf(its);
    await writeJson(join(place, 'package.json'), { name, version, type, exports });
  }
  for (const file of filesOf(workspace))
    await copySource(
      file,
      compiled,
      join(folder, file.slice(workspace.length)),
      isPublic(file.replace(workspace, '.')),
    );
  for (const name of bundled)
    await cp(join(root, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true });
  if (workspace === 'shared') await addAmbientTypes(folder);
  await copyFile(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  const manifests = inside.map(({ folder: its }) => manifestOf(its));
  await writeJson(join(folder, 'package.json'), {
    ...packedManifest(manifest, manifests, packages, bundled),
    exports: compiledExports(manifest, isPublic, true),
  });
}

/** Copies a source, or what it was compiled to, with its types or without. */
async function copySource(file: string, compiled: string, target: string, isTyped = false): Promise<void> {
  const results = compiledFiles(file).filter((result) => isTyped || !/\.d\.[cm]?ts$/.test(result));
  await mkdir(dirname(target), { recursive: true });
  if (results.length === 0) await copyFile(join(root, file), target);
  for (const result of results) await copyFile(join(compiled, result), join(dirname(target), basename(result)));
}

/** Texts, style sheets, drawings, and what the shell provides of other packages: anyone who imports the package sees their types. */
async function addAmbientTypes(folder: string): Promise<void> {
  await writeFile(join(folder, 'types/surface.d.ts'), surfaceTypes());
  const index = join(folder, 'index.d.ts');
  const types = await readdir(join(folder, 'types'));
  const references = types.toSorted().map((name) => `/// <reference path="./types/${name}" />\n`);
  await writeFile(index, `${references.join('')}${await readFile(index, 'utf8')}`);
}

const writeJson = (file: string, content: object): Promise<void> =>
  writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
