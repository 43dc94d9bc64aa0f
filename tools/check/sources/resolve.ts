import { posix } from 'node:path';

/** The project's own packages: where their modules are, and what stands for the package itself. */
const packages = [
  { name: '@site/shared', folder: 'shared', main: 'shared/index.ts' },
  { name: '@site/api', folder: 'api', main: 'api/src/index.ts' },
  { name: '@site/releases', folder: 'releases', main: 'releases/src/index.ts' },
] as const;

/** The path, from the project's root, of what a file of the project imports; nothing for packages of others. */
export function resolve(importer: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(importer), specifier);
  const own = packages.find(({ name }) => isWithin(specifier, name));
  if (!own) return undefined;
  return specifier === own.name ? own.main : `${own.folder}${specifier.slice(own.name.length)}`;
}

/** Whether a path, or a package's module, is a folder, or package, or in it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
