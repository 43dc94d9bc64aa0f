import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@site/bundling/project.ts';
import cliPackage from '../../package.json' with { type: 'json' };

/** What a package.json says, as far as packages are made of it. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** The package.json of a workspace. */
export const manifestOf = (workspace: string): Manifest =>
  JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8')) as Manifest;

/** `exports` for compiled files. Import paths are the same in the repository and in the package. */
export function compiledExports({ exports = {} }: Manifest): object {
  const compiled = Object.entries(exports).flatMap(([name, file]) =>
    name.endsWith('/*') ? compiledPattern(name, file) : [[name, compiledFile(file)] as const],
  );
  return Object.fromEntries(compiled);
}

function compiledFile(file: string): string | object {
  const script = file.replace(/\.tsx?$/, '');
  return script === file ? file : { types: `${script}.d.ts`, default: `${script}.js` };
}

/** Node finds the longest pattern: that of scripts before that of all files. */
const compiledPattern = (name: string, files: string) =>
  ['.ts', '.tsx', ''].map((ending) => [`${name}${ending}`, compiledFile(`${files}${ending}`)] as const);

/**
 * The package.json of a packed workspace. Here packages that only build and test are `devDependencies`, which
 * servers don't install.
 *
 * @param needed packages that its files import or start
 * @param inside what it brings in its `node_modules/`
 */
export function packedManifest(manifest: Manifest, needed: Iterable<string>, inside: readonly Manifest[]): object {
  const versions = Object.assign(
    {},
    ...[...inside, manifest].flatMap(({ devDependencies, dependencies }) => [devDependencies, dependencies]),
  );
  for (const { name, version } of inside) versions[name] = version;
  const names = [...needed, ...inside.map(({ name }) => name)];
  const optional = inside.flatMap(({ optionalDependencies = {} }) => Object.entries(optionalDependencies));
  return {
    ...manifest,
    // npm would refuse to publish it, and teams have no use for our tools.
    private: undefined,
    devDependencies: undefined,
    engines: { node: `>=${cliPackage.config.oldestNode}` },
    dependencies: Object.fromEntries([...new Set(names)].sort().map((name) => [name, versions[name]])),
    optionalDependencies: Object.fromEntries(optional.filter(([name]) => !names.includes(name))),
    bundleDependencies: inside.map(({ name }) => name),
  };
}
