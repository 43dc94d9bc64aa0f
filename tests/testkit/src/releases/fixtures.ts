import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { integrityOf } from '@site/releases/integrity.ts';
import { type PublishOptions, publish } from '@site/releases/operations/publish.ts';
import { pointerOf } from '@site/releases/pointer.ts';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import type { WritableStore } from '@site/releases/store/ReleaseStore.ts';
import { verifyFolder } from '@site/releases/verify.ts';
import {
  type DeclaredPage,
  isolateFile,
  manifestFile,
  type ReleaseManifest,
  rendererProtocol,
} from '@site/shared/contract/release.ts';
import { atTestEnd } from '../cleanUp.ts';

/** A new folder, removed after the test. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'releases-'));
  // A fault may still be written in the background, so removing the folder may take several attempts.
  atTestEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** An empty store in a new folder. */
export const newStore = async (): Promise<FolderStore> => new FolderStore(await newFolder());

/** Puts versions of the blog into a store, one after the other; returns the store. */
export async function storeWith(...versions: readonly string[]): Promise<FolderStore> {
  const store = await newStore();
  for (const version of versions) await publishApp(store, { version });
  return store;
}

/** Builds and publishes an app that is valid for a shell of its contract. */
export async function publishApp(
  store: WritableStore,
  overrides: AppOverrides = {},
  signing: Pick<PublishOptions, 'key' | 'trust'> = {},
): Promise<void> {
  const folder = await newFolder();
  const { name } = await buildApp(folder, overrides);
  await publish({ ...(await publishOptions(store, overrides.contract)), ...signing, app: name, folder });
}

/** Options of `publish` besides the app: a shell, and a preflight that always passes. */
export async function publishOptions(store: WritableStore, contract = 1) {
  const folder = await newFolder();
  const shell = { manifest: await buildApp(folder, { name: 'shell', version: 'shell-1', contract }), folder };
  return { store, shells: [shell], remotes: [], provenance: { commit: 'abc1234' }, preflight: async () => [] };
}

/** Every file of a folder with its content. */
export async function contentOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = files.map(async (file) => [relative(folder, file), await readFile(file, 'utf8')] as const);
  return Object.fromEntries((await Promise.all(contents)).sort(([a], [b]) => a.localeCompare(b)));
}

/** Fails unless every version of a store is intact. */
export async function assertIntact(store: FolderStore, app = 'blog'): Promise<void> {
  for (const { version } of await store.versions(app)) await verifyFolder(app, join(store.location, app, version));
}

/** The live version of the blog. */
export const liveVersion = async (store: WritableStore): Promise<string | undefined> =>
  (await store.read(pointerOf('blog')))?.version;

/** How a test's app differs from an ordinary one. */
export interface AppOverrides extends Partial<Omit<ReleaseManifest, 'files'>> {
  /** Content of files, besides those that every app has. */
  readonly extra?: Readonly<Record<string, string>>;
}

/** Writes an app as a build would, and returns its manifest. */
export async function buildApp(
  folder: string,
  { extra = {}, ...overrides }: AppOverrides = {},
): Promise<ReleaseManifest> {
  const { name = 'blog', version = 'version-1' } = overrides;
  const contents: Readonly<Record<string, string>> = {
    'web/remote.js': `// ${name} ${version}`,
    'web/page-list.js': 'export {};',
    'web/page-list.css': 'h1 { color: inherit; }',
    'server/remote.cjs': `module.exports = '${version}';`,
    ...(name === 'shell' && { [isolateFile]: '' }),
    ...extra,
  };
  const manifest: ReleaseManifest = {
    name,
    version,
    contract: 1,
    protocol: rendererProtocol,
    singletons: name === 'shell' ? { react: '19.3.1' } : { react: '^19.0.0' },
    publicPath: `/assets/${name}/${version}/`,
    entry: 'remote.js',
    server: 'server/remote.cjs',
    modules: { './list': { scripts: ['page-list.js'], styles: ['page-list.css'] } },
    files: Object.fromEntries(Object.entries(contents).map(([path, content]) => [path, fileEntry(content)])),
    ...overrides,
  };
  await writeFiles(folder, { ...contents, [manifestFile]: JSON.stringify(manifest) });
  return manifest;
}

/** A page of the module `./list` as a remote declares it: the same path and words in every language. */
export function declaredPage({
  path,
  ...page
}: Partial<DeclaredPage> & { readonly name: string; readonly path: string }): DeclaredPage {
  const words = { title: page.name, link: page.name };
  return {
    module: './list',
    paths: { en: path, fr: path, es: path },
    words: { en: words, fr: words, es: words },
    ...page,
  };
}

const fileEntry = (content: string) => ({
  integrity: integrityOf(content),
  size: Buffer.byteLength(content),
});

/** Changes the manifest of a built app, and nothing else. */
export async function changeManifest(folder: string, change: (manifest: ReleaseManifest) => unknown): Promise<void> {
  const file = join(folder, manifestFile);
  const changed = change(JSON.parse(await readFile(file, 'utf8')) as ReleaseManifest);
  await writeFile(file, typeof changed === 'string' ? changed : JSON.stringify(changed));
}

/** Writes files below a folder. */
export async function writeFiles(folder: string, contents: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, content] of Object.entries(contents)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}
