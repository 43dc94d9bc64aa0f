import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Configuration, rspack } from '@rspack/core';
import { compile } from '@site/bundling/build.ts';
import type { Bundles } from '@site/bundling/bundles/bundlesOf.ts';
import type { Target } from '@site/bundling/bundles/common.ts';
import { describeRemote } from '@site/bundling/bundles/remote.ts';
import { shellInBrowser, shellInIsolate, shellInline, shellOnServer } from '@site/bundling/bundles/shell.ts';
import { askedRanges } from '@site/bundling/bundles/singletons.ts';
import { withoutSheetLoading } from '@site/bundling/bundles/styleChunks.ts';
import { compressFiles } from '@site/bundling/compress.ts';
import { declaredPages } from '@site/bundling/declaredPages.ts';
import { describeBuild, filesOfChunk, hashFiles, writeManifest } from '@site/bundling/manifest.ts';
import { remotes, shell } from '@site/bundling/project.ts';
import { writePublicFiles } from '@site/bundling/publicFiles/publicFiles.ts';
import { contractVersion } from '@site/shared/contract/page.ts';
import type { ModuleFiles, ReleaseManifest } from '@site/shared/contract/release.ts';

const version = 'monolith';

/**
 * Builds the site as one app in the form of releases, so that the same server can serve it: a shell that contains all
 * pages, and for each remote a manifest that names the shell's files of its pages.
 */
export async function buildMonolith(folder: string): Promise<void> {
  const { browser, server } = monolithBundles(folder);
  const stats = await compile([browser, ...server]);
  const [described] = stats.toJson({ all: false, entrypoints: true, chunkGroups: true, children: true }).children ?? [];
  if (!described) throw new Error('Rspack reported nothing of the build of the monolith.');
  const home = join(folder, shell);
  await compressFiles(join(home, 'web'));
  // Browsers request icons: without them, each request would be answered with a 404 page.
  await writePublicFiles(home);
  await compressFiles(join(home, 'public'));
  const app = { app: shell, version, publicPath: '/assets/shell/', browser: described, folder: home };
  const manifest = await describeBuild(app);
  writeManifest(home, manifest);
  for (const remote of remotes) {
    const { exposes } = await describeRemote(remote);
    const files = Object.keys(exposes).map((module) => {
      const { scripts, styles } = filesOfChunk(described, chunkOfPage(remote, module));
      if (scripts.length === 0) throw new Error(`The monolith was built without ${module} of ${remote}.`);
      return [module, { scripts, styles }] as const;
    });
    await writeRemote({ folder, remote, modules: Object.fromEntries(files), shell: manifest });
  }
}

interface MonolithRemote {
  readonly folder: string;
  readonly remote: string;
  readonly modules: Readonly<Record<string, ModuleFiles>>;
  readonly shell: ReleaseManifest;
}

/** The container of such a remote is the shell's entry, which is loaded anyway; its server file is empty. */
async function writeRemote({ folder, remote, modules, shell: { entry, publicPath } }: MonolithRemote): Promise<void> {
  const home = join(folder, remote);
  await rm(home, { recursive: true, force: true });
  await mkdir(join(home, 'server'), { recursive: true });
  await writeFile(join(home, 'server/remote.cjs'), '');
  const names = Object.values(modules).flatMap(({ scripts, styles }) => [...scripts, ...styles]);
  for (const name of new Set([entry, ...names])) {
    await cp(join(folder, shell, 'web', name), join(home, 'web', name));
  }
  writeManifest(home, {
    name: remote,
    version,
    contract: contractVersion,
    singletons: askedRanges([]),
    publicPath,
    entry,
    server: 'server/remote.cjs',
    modules,
    pages: await declaredPages(remote, home),
    files: hashFiles(home),
  });
}

/** The shell's bundles with every page in them. Only the modules that load remotes differ. */
export function monolithBundles(folder: string): Bundles {
  const inBrowser: Target = {
    app: shell,
    platform: 'browser',
    mode: 'production',
    publicPath: '/assets/shell/',
    output: join(folder, shell),
  };
  const onServer: Target = { ...inBrowser, platform: 'server' };
  return {
    browser: withImports(shellInBrowser(inBrowser)),
    server: [
      withImports(shellOnServer(onServer)),
      withImports(shellInIsolate(onServer)),
      { ...shellInline(inBrowser), cache: false },
    ],
  };
}

/** The chunk of a page, which the bundler names by its folders. */
const chunkOfPage = (remote: string, module: string): string =>
  `${remote}-src-pages-${module.replace('./', '')}-page-ts`;

const replacement = (loader: RegExp, file: string) =>
  new rspack.NormalModuleReplacementPlugin(loader, join(import.meta.dirname, file));

/** Without the cache on disk, which belongs to the federated site. */
const withImports = (configuration: Configuration): Configuration => ({
  ...configuration,
  cache: false,
  plugins: [
    // Here lazy chunks do have style sheets: those of the pages.
    ...(configuration.plugins ?? []).filter((plugin) => plugin !== withoutSheetLoading),
    replacement(/\/browserRemotes\.ts$/, 'browserImports.ts'),
    replacement(/\/serverRemotes\.ts$/, 'serverImports.ts'),
  ],
});
