import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Configuration, rspack } from '@rspack/core';
import { root } from '@site/kit/build/bundles/project.ts';
import { descriptionOf } from '@site/kit/installedProgram.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';

/**
 * Writes a package with only what is used of another one, in one file: of the 1,700 icons of lucide-react, for example, a
 * team's repository gets the ten that `@site/shared` shows.
 *
 * @param names its exports that are used; `*` for all
 * @param folder the new package's
 */
export async function writeSlimPackage(name: string, names: readonly string[], folder: string): Promise<void> {
  const description = descriptionOf(name, join(root, 'package.json'));
  if (description === undefined) throw new Error(`${name} is not installed.`);
  const { version, license } = JSON.parse(await readFile(description, 'utf8')) as {
    readonly version: string;
    readonly license: string;
  };
  await mkdir(folder, { recursive: true });
  const entry = `${folder}.entry.mjs`;
  await writeFile(
    entry,
    `export ${names.includes('*') ? '*' : `{ ${names.toSorted().join(', ')} }`} from '${name}';\n`,
  );
  await bundle(entry, folder);
  await rm(entry);
  const content = { name, version, license, type: 'module', exports: './index.js', sideEffects: false };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(content, null, 2)}\n`);
  await copyFile(join(dirname(description), 'LICENSE'), join(folder, 'LICENSE'));
}

async function bundle(entry: string, folder: string): Promise<void> {
  const configuration: Configuration = {
    mode: 'production',
    target: 'es2022',
    context: root,
    entry: { index: entry },
    externals: { react: 'module react' },
    output: { path: folder, filename: '[name].js', module: true, library: { type: 'modern-module' } },
    optimization: { minimize: false },
    performance: false,
  };
  const compiler = rspack(configuration);
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  if (stats?.hasErrors())
    throw new OperatorError('BUILD-FAILED', `${entry} can’t be bundled:\n${stats.toString({ preset: 'errors-only' })}`);
}
