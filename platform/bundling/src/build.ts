import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type Configuration, type MultiStats, rspack } from '@rspack/core';
import { verifyFolder } from '@site/releases/verify.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { bundlesOf } from './bundles/bundlesOf.ts';
import { compressFiles } from './compress.ts';
import { writeContents } from './contents.ts';
import { declaredPages } from './declaredPages.ts';
import { declaredParts } from './declaredParts.ts';
import { fingerprint } from './fingerprint.ts';
import { inTurn } from './inTurn.ts';
import { describeBuild, writeManifest } from './manifest.ts';
import { buildFolder, shell } from './project.ts';

/** The result of a build. */
export interface BuildResult {
  readonly app: string;
  readonly version: string;
  /** False when `dist/` already had the bundles of the same sources. */
  readonly built: boolean;
}

/**
 * Builds an app into `dist/<app>/`, unless its sources are unchanged since the last build.
 *
 * @param origin address of the store, for a remote whose files browsers fetch from there
 * @throws {OperatorError} BUILD-FAILED, or BUILD-BUSY while another process builds it
 */
export async function build(app: string, origin?: string): Promise<BuildResult> {
  const version = fingerprint(app, origin);
  const folder = join(buildFolder, app);
  if (await isBuilt(app, version, folder)) return { app, version, built: false };
  return await inTurn(app, async () => {
    // Another process may have built it meanwhile.
    if (await isBuilt(app, version, folder)) return { app, version, built: false };
    await write(app, version, folder, origin);
    return { app, version, built: true };
  });
}

/** What manifests are written from: chunk groups with their files, pictures too, and modules, among them the shell's. */
const describedStats = {
  all: false,
  entrypoints: true,
  chunkGroups: true,
  chunkGroupAuxiliary: true,
  assets: true,
  modules: true,
  modulesSpace: Number.POSITIVE_INFINITY,
  children: true,
} as const;

async function write(app: string, version: string, folder: string, origin: string | undefined): Promise<void> {
  // What can't be described isn't bundled first, and the last build stays.
  if (app !== shell) await Promise.all([declaredPages(app, folder), declaredParts(app)]);
  rmSync(folder, { recursive: true, force: true });
  const publicPath = publicPathOf(app, version, origin);
  const { browser, server } = await bundlesOf(app, { mode: 'production', publicPath, folder: buildFolder });
  const stats = await compile([browser, ...server]);
  const [described] = stats.toJson(describedStats).children ?? [];
  if (!described) throw new OperatorError('BUILD-FAILED', `Rspack reported nothing about the build of ${app}.`);
  await Promise.all([compressFiles(join(folder, 'web')), writeDrawings(app, folder)]);
  writeContents(app, folder);
  const manifest = await describeBuild({ app, version, publicPath, browser: described, folder });
  writeManifest(folder, manifest);
}

/** Writes what is drawn instead of bundled: the shell's public files, or the cards of a remote's pages. */
async function writeDrawings(app: string, folder: string): Promise<void> {
  if (app !== shell) {
    const { writePageCards } = await import('./cards/writeCards.ts');
    return await writePageCards(app, folder);
  }
  // Loaded here because it imports the shell's messages: a mistake in those must not break the build of a remote.
  const { writePublicFiles } = await import('./publicFiles/publicFiles.ts');
  await writePublicFiles(folder);
  await compressFiles(join(folder, 'public'));
}

/** The shell's files have a hash in their names; a remote's files have the version in their address. */
function publicPathOf(app: string, version: string, origin: string | undefined): string {
  if (app === shell) return `/assets/${app}/`;
  return origin ? `${origin}/${app}/${version}/web/` : `/assets/${app}/${version}/`;
}

/** Whether a folder has exactly the files of a build. Rspack's own command line writes there too. */
async function isBuilt(app: string, version: string, folder: string): Promise<boolean> {
  try {
    return (await verifyFolder(app, folder)).version === version;
  } catch (error) {
    if (error instanceof OperatorError) return false;
    throw error;
  }
}

/**
 * Compiles bundles. Warnings count as errors.
 *
 * @throws {OperatorError} BUILD-FAILED with Rspack's own message
 */
export async function compile(configurations: Configuration[]): Promise<MultiStats> {
  const compiler = rspack(configurations);
  const stats = await new Promise<MultiStats>((resolve, reject) => {
    compiler.run((error, result) => (error ? reject(error) : resolve(result as MultiStats)));
  });
  await new Promise((resolve) => compiler.close(resolve));
  if (stats.hasErrors() || stats.hasWarnings()) {
    const report = stats.toString({ preset: 'errors-warnings', logging: false });
    throw new OperatorError('BUILD-FAILED', `Rspack reports:\n${stripVTControlCharacters(report)}`);
  }
  return stats;
}
