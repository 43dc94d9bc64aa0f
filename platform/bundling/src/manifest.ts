import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { StatsCompilation } from '@rspack/core';
import { integrityOf } from '@site/releases/integrity.ts';
import { contractVersion, supportedContracts } from '@site/shared/contract/page.ts';
import {
  fragmentScripts,
  type ModuleFiles,
  manifestFile,
  type ReleaseFile,
  type ReleaseManifest,
  rendererProtocol,
} from '@site/shared/contract/release.ts';
import { chunkOf, containerFile, describeRemote, fragmentModuleOf, serverContainerFile } from './bundles/remote.ts';
import { askedRanges, singletonVersions } from './bundles/singletons.ts';
import { paintedChunk, styleChunks } from './bundles/styleChunks.ts';
import { declaredForms } from './declaredForms.ts';
import { declaredPages } from './declaredPages.ts';
import { declaredParts } from './declaredParts.ts';
import { bundledModules } from './fingerprint.ts';
import { versionsOf } from './installedVersions.ts';
import { root, shell, sourcesOf } from './project.ts';
import { sharedComponents } from './sharedSurface.ts';
import { shownFonts } from './shownFonts.ts';
import { shownPictures } from './shownPictures.ts';
import { providedExports, usedExports } from './singletonExports.ts';
import { namesOf, type Properties, usedProperties } from './usedProperties.ts';

/** A build without its manifest. */
export interface BuiltApp {
  readonly app: string;
  readonly version: string;
  readonly publicPath: string;
  /** Statistics of the browser bundle, with its chunk groups. */
  readonly browser: StatsCompilation;
  /** Folder of the app's bundles. */
  readonly folder: string;
  /** Whether the manifest lists a file, relative to the folder, with its integrity; default: every file. */
  readonly isListed?: (file: string) => boolean;
}

/** Creates the manifest of a build: everything that a server needs to know to run it. */
export async function describeBuild({
  app,
  version,
  publicPath,
  browser,
  folder,
  isListed,
}: BuiltApp): Promise<ReleaseManifest> {
  const chunks = Object.entries(await chunksOf(app));
  const described = Object.fromEntries(
    chunks.map(([module, chunk]) => [module, describeModule(browser, chunk, folder)]),
  );
  const modules = app === shell ? withPainted(described, browser) : described;
  return {
    name: app,
    version,
    contract: contractVersion,
    ...(app === shell && { contracts: supportedContracts, protocol: rendererProtocol }),
    singletons: app === shell ? singletonVersions : askedRanges(usedSingletons(browser)),
    exports: app === shell ? providedExports() : usedExports(app),
    properties: app === shell ? await providedProperties() : usedProperties(app),
    publicPath,
    entry: app === shell ? entryOf(modules) : containerFile,
    server: app === shell ? 'server/renderer.cjs' : `server/${serverContainerFile}`,
    modules,
    ...(app !== shell && {
      pages: await declaredPages(app, folder),
      ...(await declaredMeans(app)),
      ...(await declaredParts(app)),
      // Those that the fingerprint has, too.
      packages: versionsOf(root, bundledModules(app).packages, sourcesOf(app)),
    }),
    files: hashFiles(folder, isListed),
  };
}

/** The names of the singletons that a remote's modules import, also those of its packages. */
const usedSingletons = ({ modules = [] }: StatsCompilation): readonly string[] =>
  modules.flatMap(({ moduleType, name = '' }) =>
    moduleType === 'consume-shared-module' ? (/ (\S+)@\S+ \(/.exec(name)?.[1] ?? []) : [],
  );

/** The fragments, APIs and forms of its own that a remote names. */
async function declaredMeans(app: string): Promise<Pick<ReleaseManifest, 'fragments' | 'apis' | 'forms'>> {
  const { fragments = {}, apis, forms, pages } = await describeRemote(app);
  const offered = Object.entries(fragments).map(([name, { source, ...own }]) => [
    name,
    { module: fragmentModuleOf(source), ...own },
  ]);
  return {
    ...(offered.length > 0 && { fragments: Object.fromEntries(offered) }),
    ...(apis && { apis }),
    ...(forms && { forms: await declaredForms(app, { forms, pages }) }),
  };
}

/** Writes a release's `release.json`. */
export function writeManifest(folder: string, manifest: ReleaseManifest): void {
  writeFileSync(join(folder, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Read from the sources when the shell is built: the record may be out of date. */
async function providedProperties(): Promise<Properties> {
  return namesOf(await sharedComponents());
}

/** Exposed modules and their chunks. The shell's own module is `.`; its style sheets are modules too. */
async function chunksOf(app: string): Promise<Record<string, string>> {
  if (app === shell) {
    const styles = Object.keys(styleChunks).map((chunk) => [`./${chunk}`, chunk]);
    return { '.': shell, [fragmentScripts]: 'fragments', ...Object.fromEntries(styles) };
  }
  const { exposes } = await describeRemote(app);
  return Object.fromEntries(Object.keys(exposes).map((module) => [module, chunkOf(module)]));
}

/** The shell's own module with the script for a painted page first, where the starter looks for it. */
function withPainted(modules: Record<string, ModuleFiles>, browser: StatsCompilation): Record<string, ModuleFiles> {
  const own = modules['.'];
  // In development it has imports, which come before it.
  const painted = filesOfChunk(browser, paintedChunk).scripts.at(-1);
  return own && painted ? { ...modules, '.': { ...own, scripts: [painted, ...own.scripts] } } : modules;
}

function describeModule(browser: StatsCompilation, chunk: string, folder: string): ModuleFiles {
  const files = filesOfChunk(browser, chunk);
  return { ...files, fonts: shownFonts(join(folder, 'web'), files.styles) };
}

/** The browser files of a chunk. */
export function filesOfChunk(browser: StatsCompilation, chunk: string): ModuleFiles {
  const group = browser.namedChunkGroups?.[chunk] ?? browser.entrypoints?.[chunk];
  const names = (group?.assets ?? []).map(({ name }) => name).filter((name) => !name.includes('.hot-update.'));
  return {
    scripts: names.filter((name) => name.endsWith('.js')),
    styles: names.filter((name) => name.endsWith('.css')),
    pictures: shownPictures(browser, chunk),
  };
}

/** The shell's entry is the last of its scripts: those before it are its imports. */
function entryOf(modules: Readonly<Record<string, ModuleFiles>>): string {
  const entry = modules['.']?.scripts.at(-1);
  if (!entry) throw new Error('The shell was built without an entry script.');
  return entry;
}

/** The integrity and size of the files of a release folder. */
export function hashFiles(
  folder: string,
  isListed: (file: string) => boolean = () => true,
): Record<string, ReleaseFile> {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  const files = entries
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
  return Object.fromEntries(
    files.filter((file) => file !== manifestFile && isListed(file)).map((file) => [file, hashFile(join(folder, file))]),
  );
}

function hashFile(path: string): ReleaseFile {
  const content = readFileSync(path);
  return { integrity: integrityOf(content), size: content.length };
}
