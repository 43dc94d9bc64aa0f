import { posix } from 'node:path';

/** Where the modules of the project's own packages are, as `exports` of their package.json says. */
const packages: Readonly<Record<string, string>> = {
  '@site/shared': 'shared',
  ...Object.fromEntries(
    ['http', 'api', 'releases', 'shell', 'server', 'kit', 'testkit'].map((name) => [`@site/${name}`, `${name}/src`]),
  ),
};

/** The path, from the project's root, of what a file of the project imports; nothing for packages of others. */
export function resolve(importer: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(importer), specifier);
  if (specifier === '@site/shared') return 'shared/index.ts';
  const own = Object.entries(packages).find(([name]) => isWithin(specifier, name));
  return own && `${own[1]}${specifier.slice(own[0].length)}`;
}

/** Whether a path, or a package's module, is a folder, or package, or in it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
