import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@site/kit/build/bundles/project.ts';

/** What a workspace's package.json says, as far as packages are made of it. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly license?: string;
  readonly type?: string;
  readonly bin?: object;
  readonly files?: readonly string[];
  readonly exports?: Readonly<Record<string, string>>;
  readonly dependencies?: Versions;
  readonly peerDependencies?: Versions;
}

type Versions = Readonly<Record<string, string>>;

/** The package.json of a workspace. */
export const manifestOf = (workspace: string): Manifest =>
  JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8')) as Manifest;

/**
 * `exports` for compiled files. Import paths are the same in the repository and in the package.
 *
 * @param isTyped whether the types come along
 */
export function compiledExports(
  { exports = {} }: Manifest,
  isExported: (name: string, file: string) => boolean,
  isTyped = false,
): object {
  const kept = Object.entries(exports).filter(([name, file]) => isExported(name, file));
  return Object.fromEntries(
    kept.map(([name, file]) => {
      const compiled = file.replace(/\.tsx?$/, '.js');
      const isScript = compiled !== file;
      return [name, isScript && isTyped ? { types: compiled.replace(/js$/, 'd.ts'), default: compiled } : compiled];
    }),
  );
}

/**
 * What the package.json of a package says. It depends on what its workspace depends on, and on what it has of others imports.
 *
 * @param inside the workspaces of which it has files in its `node_modules/`
 * @param imported packages that its files import
 * @param bundled packages of others in its `node_modules/`
 */
export function packedManifest(
  manifest: Manifest,
  inside: readonly Manifest[],
  imported: Iterable<string>,
  bundled: readonly string[],
): object {
  const { name, version, description, license, type, bin, files, dependencies, peerDependencies } = manifest;
  const versions: Versions = Object.assign({}, ...inside.map((its) => its.dependencies), dependencies);
  const brought = [...imported, ...bundled].map((its) => [its, versions[its]] as const);
  const own = inside.map((its) => [its.name, its.version] as const);
  const all = Object.fromEntries([...Object.entries(dependencies ?? {}), ...brought, ...own]);
  return {
    ...{ name, version, description, license, type, bin, files, engines: { node: '>=24' } },
    dependencies: Object.fromEntries(Object.entries(all).sort(([a], [b]) => a.localeCompare(b, 'en'))),
    bundleDependencies: [...bundled, ...inside.map((its) => its.name)],
    peerDependencies,
  };
}
