import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach } from '@rstest/core';
import { publish } from '@site/releases/operations/publish.ts';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import { verifyFolder } from '@site/releases/verify/verifyFolder.ts';
import { type AppFacts, buildApp } from './builtApp.ts';

const folders: string[] = [];

afterEach(async () => {
  // A note of a fault may still be on its way to the disk: then the folder is not empty at the first try.
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** A new folder, removed after the test. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'releases-'));
  folders.push(folder);
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

/** Builds and publishes an app that nothing is wrong with. */
export async function publishApp(store: FolderStore, facts: AppFacts = {}): Promise<void> {
  const folder = await newFolder();
  const { name } = await buildApp(folder, facts);
  await publish({ ...(await publishing(store)), app: name, folder });
}

/** What publishing into a store needs besides the app: a shell, and a trial that everything passes. */
export async function publishing(store: FolderStore) {
  const folder = await newFolder();
  const shell = { manifest: await buildApp(folder, { name: 'shell', version: 'shell-1' }), folder };
  return { store, shell, commit: 'abc1234', trial: async () => {} };
}

/** Every file of a folder with its content. */
export async function contentOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = files.map(async (file) => [relative(folder, file), await readFile(file, 'utf8')] as const);
  return Object.fromEntries((await Promise.all(contents)).sort(([a], [b]) => a.localeCompare(b)));
}

/** Fails unless every version of a store is whole. */
export async function assertWhole(store: FolderStore, app = 'blog'): Promise<void> {
  for (const { version } of await store.versions(app)) await verifyFolder(app, join(store.location, app, version));
}

/** The live version of the blog. */
export const live = async (store: FolderStore): Promise<string | undefined> => (await store.pointer('blog'))?.version;
