import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@site/kit/build/bundles/project.ts';

/** What a package.json says, as far as packages are made of it. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** The package.json of a workspace. */
export const manifestOf = (workspace: string): Manifest =>
  JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8')) as Manifest;

/** `exports` for compiled files. Import paths are the same in the repository and in the package. */
export function compiledExports({ exports = {} }: Manifest, isPublic: (name: string) => boolean): object {
  const compiled = Object.entries(exports).map(([name, file]) => {
    const script = file.replace(/\.tsx?$/, '');
    return [name, script === file ? file : { types: `${script}.d.ts`, default: `${script}.js` }] as const;
  });
  return Object.fromEntries(compiled.filter(([name]) => isPublic(name)));
}

/**
 * What a workspace's package.json says where it is installed. The package depends on what its workspace depends on, and on what the
 * files of others import that are inside of it.
 *
 * @param imported packages that its files import
 * @param inside what is in its own `node_modules/`
 */
export function packedManifest(manifest: Manifest, imported: Iterable<string>, inside: readonly Manifest[]): object {
  const versions = Object.assign({}, ...inside.map(({ dependencies }) => dependencies), manifest.dependencies);
  for (const { name, version } of inside) versions[name] = version;
  const names = [...Object.keys(manifest.dependencies ?? {}), ...imported, ...inside.map(({ name }) => name)];
  return {
    ...manifest,
    // npm would refuse to publish it, and teams have no use for our tools.
    private: undefined,
    devDependencies: undefined,
    engines: { node: '>=24' },
    dependencies: Object.fromEntries([...new Set(names)].sort().map((name) => [name, versions[name]])),
    optionalDependencies: Object.assign({}, ...inside.map(({ optionalDependencies }) => optionalDependencies)),
    bundleDependencies: inside.map(({ name }) => name),
  };
}
