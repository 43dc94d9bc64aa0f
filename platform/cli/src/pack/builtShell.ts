import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rspack } from '@rspack/core';
import { bundlesOf } from '@site/bundling/bundles/bundlesOf.ts';
import { cacheOf } from '@site/bundling/bundles/cache.ts';
import { fingerprint } from '@site/bundling/fingerprint.ts';
import { describeBuild, writeManifest } from '@site/bundling/manifest.ts';
import { root, shell } from '@site/bundling/project.ts';
import { writePublicFiles } from '@site/bundling/publicFiles/publicFiles.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';

/**
 * Builds the shell that teams develop with: with the development build of React, and the same for everyone.
 *
 * @param folder parent folder of the build
 * @throws {OperatorError} BUILD-FAILED with the compiler's message
 */
export async function buildShellForTeams(folder: string): Promise<void> {
  const output = join(folder, shell);
  const version = `kit-${fingerprint(shell)}`;
  // Browsers keep its files, so the next kit's have other addresses.
  const publicPath = `/assets/${shell}/${version}/`;
  await rm(output, { recursive: true, force: true });
  const { browser, server } = await bundlesOf(shell, { mode: 'development', publicPath, folder });
  const bundles = [browser, ...server].map((bundle) => ({
    ...bundle,
    devtool: false as const,
    cache: cacheOf(`${bundle.name}-for-teams`, 'production'),
  }));
  const compiler = rspack(bundles);
  const [stats] = await Promise.all([promisify(compiler.run.bind(compiler))(), writePublicFiles(output)]);
  await promisify(compiler.close.bind(compiler))();
  if (stats === undefined || stats.hasErrors())
    throw new OperatorError('BUILD-FAILED', `The shell can’t be built for teams:\n${stats?.toString('errors-only')}`);
  await withoutOurPaths(output);
  const [inBrowser] = stats.toJson({ all: false, entrypoints: true, chunkGroups: true, children: true }).children ?? [];
  if (inBrowser === undefined) throw new Error('The shell was built without files for browsers.');
  writeManifest(output, await describeBuild({ app: shell, version, publicPath, browser: inBrowser, folder: output }));
}

/** React's development build names the source file of each element: relative to the project's root, not to this machine's. */
async function withoutOurPaths(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true });
  for (const file of entries.filter((name) => /\.c?js$/.test(name)).map((name) => join(folder, name)))
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll(`${root}/`, ''));
}
