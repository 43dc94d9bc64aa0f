import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { root } from '@site/kit/build/bundles/project.ts';
import { compiledFiles } from './compile.ts';
import { compiledExports, type PackageDescription, projectVersions } from './packages.ts';
import { surfaceTypes } from './surfaceTypes.ts';

/**
 * Writes a package into a folder.
 *
 * @param compiled the folder of its compiled scripts
 */
export async function writePackage(description: PackageDescription, compiled: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const { name, version, room, files, packages, peers, imported, more } = description;
  const inside = new Map<string, string>();
  for (const file of files.filter((path) => !/^(?:platform\/)?\w+\/package\.json$/.test(path))) {
    const fileRoom = /^(?:platform\/)?[^/]+/.exec(file)?.[0] ?? '';
    const place = fileRoom === room ? folder : join(folder, 'node_modules/@site', basename(fileRoom));
    if (fileRoom !== room) inside.set(`@site/${basename(fileRoom)}`, place);
    const isTyped = imported !== undefined && file.startsWith(imported);
    await copySource(file, isTyped, compiled, (path) => join(place, path.slice(fileRoom.length + 1)));
  }
  for (const [packageName, place] of inside) {
    const exports = compiledExports(packageName === '@site/shared' ? '' : 'src/');
    const content = { name: packageName, version, type: 'module', exports: withoutFolder(exports, 'src/') };
    await writeJson(join(place, 'package.json'), content);
  }
  if (room === 'shared') await addAmbientTypes(folder);
  await copyFile(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  const bundled = [...inside.keys()].sort();
  const brought = [
    ...packages.map((dependency) => [dependency, projectVersions[dependency]] as const),
    ...bundled.map((dependency) => [dependency, version] as const),
  ];
  await writeJson(join(folder, 'package.json'), {
    name,
    version,
    license: 'MIT',
    type: 'module',
    engines: { node: '>=24' },
    ...more,
    dependencies: Object.fromEntries(brought.toSorted(([a], [b]) => a.localeCompare(b, 'en'))),
    ...(bundled.length > 0 && { bundleDependencies: bundled }),
    peerDependencies: peers,
  });
}

/** The same exports without a folder in their names. */
const withoutFolder = (exports: Readonly<Record<string, unknown>>, folder: string) =>
  Object.fromEntries(Object.entries(exports).map(([name, target]) => [name.replace(folder, ''), target]));

/** Copies a source, or what it was compiled to. */
async function copySource(
  file: string,
  isTyped: boolean,
  compiled: string,
  targetOf: (path: string) => string,
): Promise<void> {
  const results = compiledFiles(file).filter((result) => isTyped || !/\.d\.[cm]?ts$/.test(result));
  const copies =
    results.length === 0
      ? [[join(root, file), targetOf(file)] as const]
      : results.map((result) => [join(compiled, result), targetOf(result)] as const);
  for (const [from, to] of copies) {
    await mkdir(dirname(to), { recursive: true });
    await copyFile(from, to);
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
  const references = types.toSorted().map((name) => `/// <reference path="./types/${name}" />\n`);
  await writeFile(index, `${references.join('')}${await readFile(index, 'utf8')}`);
}

const writeJson = (file: string, content: object): Promise<void> =>
  writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
