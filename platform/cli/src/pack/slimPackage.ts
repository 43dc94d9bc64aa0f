import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Configuration, rspack, type Stats } from '@rspack/core';
import { descriptionOf } from '@site/bundling/installedProgram.ts';
import { root } from '@site/bundling/project.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { licensesOf, packageFolder } from './licenses.ts';

/** The names that are used of a package, by where they are imported from: the package, or one of its files. */
export type UsedNames = Readonly<Record<string, readonly string[]>>;

/**
 * Writes a package with only what is used of another one and of the packages that it needs, in one file for each import: of
 * the 1,700 icons of lucide-react, for example, a team’s repository gets the ten that `@site/shared` shows.
 *
 * @param name of the other package
 * @param folder the new package's
 */
export async function writeSlimPackage(name: string, used: UsedNames, folder: string): Promise<void> {
  const description = descriptionOf(name, join(root, 'package.json'));
  if (description === undefined) throw new Error(`${name} is not installed.`);
  const { version, license } = JSON.parse(await readFile(description, 'utf8')) as {
    readonly version: string;
    readonly license: string;
  };
  await mkdir(folder, { recursive: true });
  const exports: Record<string, string> = {};
  const packages = new Set<string>();
  for (const [specifier, names] of Object.entries(used)) {
    const output = outputOf(name, specifier);
    const entry = `${folder}.${output}.mjs`;
    await writeFile(entry, `export { ${names.toSorted().join(', ')} } from '${specifier}';\n`);
    for (const inside of packagesIn(await bundle(entry, folder, output))) packages.add(inside);
    await rm(entry);
    exports[`.${specifier.slice(name.length)}`] = `./${output}.js`;
  }
  const content = { name, version, license, type: 'module', exports, sideEffects: false };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(content, null, 2)}\n`);
  await writeFile(join(folder, 'LICENSE'), await licensesOf([...packages].sort()));
}

/** The file for an import, without its ending: `index` for `semver`, `functions-gt` for `semver/functions/gt.js`. */
const outputOf = (name: string, specifier: string) =>
  specifier
    .slice(name.length + 1)
    .replace(/\.\w+$/, '')
    .replaceAll('/', '-') || 'index';

/** Leaves lines and names as they are, so that an error shows where it was thrown. */
const withoutComments = new rspack.SwcJsMinimizerRspackPlugin({
  extractComments: false,
  minimizerOptions: { mangle: false, compress: false, format: { comments: false } },
});

async function bundle(entry: string, folder: string, output: string): Promise<Stats> {
  const configuration: Configuration = {
    mode: 'production',
    target: ['node24', 'es2022'],
    context: root,
    entry: { [output]: entry },
    externals: { react: 'module react' },
    output: { path: folder, filename: '[name].js', module: true, library: { type: 'modern-module' } },
    // What is only known at run time is imported as Node does it.
    module: { parser: { javascript: { importDynamic: false, requireDynamic: false, requireResolve: false } } },
    optimization: { minimizer: [withoutComments], nodeEnv: false },
    performance: false,
  };
  const compiler = rspack(configuration);
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  if (stats === undefined || stats.hasErrors())
    throw new OperatorError(
      'BUILD-FAILED',
      `${entry} can’t be bundled:\n${stats?.toString({ preset: 'errors-only' })}`,
    );
  return stats;
}

/** The folders of the packages whose modules are in a bundle. */
function packagesIn(stats: Stats): readonly string[] {
  const { modules = [] } = stats.toJson({ all: false, modules: true, nestedModules: true, modulesSpace: Infinity });
  const all = modules.flatMap((module) => [module, ...(module.modules ?? [])]);
  return all.flatMap(({ nameForCondition }) => packageFolder(nameForCondition ?? '') ?? []);
}
