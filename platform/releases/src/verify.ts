import { lstat, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { isolateFile, manifestFile, type ReleaseManifest, spokenProtocols } from '@site/shared/contract/release.ts';
import { verifyFile } from './integrity.ts';
import { readManifest } from './manifest.ts';
import { publicationFile } from './names.ts';
import { Slots } from './Slots.ts';
import type { ReleaseStore } from './store/ReleaseStore.ts';

/**
 * Reads a built app and checks that its folder holds exactly the files of its manifest, unchanged.
 *
 * @throws {OperatorError} RELEASE-UNBUILT, RELEASE-MANIFEST or RELEASE-FILE
 */
export async function verifyFolder(app: string, folder: string): Promise<ReleaseManifest> {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch((cause: unknown) => {
    throw new OperatorError(
      'RELEASE-UNBUILT',
      `There is no built ${app} in ${folder}. Run: npx site build ${app}`,
      cause,
    );
  });
  const manifest = readManifest(text, join(folder, manifestFile));
  if (manifest.name !== app)
    throw new OperatorError('RELEASE-MANIFEST', `${folder} holds ${manifest.name}, not ${app}.`);
  for (const path of Object.keys(manifest.files))
    await verifyFile(manifest, path, await readPlainFile(manifest, folder, path));
  await assertNothingElse(manifest, folder);
  return manifest;
}

async function readPlainFile({ name, version }: ReleaseManifest, folder: string, path: string): Promise<Buffer> {
  const file = join(folder, path);
  const isPlain = await lstat(file).then(
    (entry) => entry.isFile(),
    () => false,
  );
  if (!isPlain)
    throw new OperatorError('RELEASE-FILE', `${path} of ${name}@${version} is missing. Build and publish again.`);
  return await readFile(file);
}

async function assertNothingElse({ name, version, files }: ReleaseManifest, folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  for (const entry of entries) {
    const path = relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/');
    if (entry.isDirectory() || path === manifestFile || path === publicationFile || Object.hasOwn(files, path))
      continue;
    throw new OperatorError(
      'RELEASE-FILE',
      `${path} is in the folder of ${name}@${version}, but not in its manifest. Build again.`,
    );
  }
}

/** Checks every file of a version in a store. Errors as `storedManifest`, and RELEASE-FILE. */
export async function verifyStored(store: ReleaseStore, app: string, version: string): Promise<ReleaseManifest> {
  const manifest = await storedManifest(store, app, version);
  const slots = new Slots(16);
  const verified = Object.keys(manifest.files).map((path) =>
    slots.run(async () => verifyFile(manifest, path, await store.file(app, version, path))),
  );
  await Promise.all(verified);
  return manifest;
}

/** The manifest of a version in a store. Errors as `ReleaseStore.manifest`, and RELEASE-RENAMED when it is another version's. */
export async function storedManifest(store: ReleaseStore, app: string, version: string): Promise<ReleaseManifest> {
  const manifest = await store.manifest(app, version);
  assertIsVersion(manifest, app, version);
  return manifest;
}

/**
 * Checks that a manifest belongs to the expected version, so that blog's release can't pass for marketing's.
 *
 * @throws {OperatorError} RELEASE-RENAMED
 */
export function assertIsVersion({ name, version }: ReleaseManifest, app: string, expected: string): void {
  if (name === app && version === expected) return;
  throw new OperatorError(
    'RELEASE-RENAMED',
    `${app}@${expected} says that it is ${name}@${version}. Publish it again.`,
  );
}

/**
 * Checks that browsers load a release's files from the site itself, or from an origin in REMOTE_ORIGINS.
 *
 * @throws {OperatorError} RELEASE-ORIGIN
 */
export function assertOrigin({ name, version, publicPath }: ReleaseManifest, origins: readonly string[]): void {
  const origin = URL.parse(publicPath)?.origin;
  if (origin === undefined || origins.includes(origin)) return;
  throw new OperatorError(
    'RELEASE-ORIGIN',
    `${name}@${version} has its files at ${origin}. Add that to REMOTE_ORIGINS, or publish it without --origin.`,
  );
}

/**
 * Checks that the site server speaks the protocol of a shell's renderer, and that the shell has one for each kind of wall.
 * Remotes have none.
 *
 * @throws {OperatorError} RELEASE-PROTOCOL
 */
export function assertProtocol({ name, version, protocol = 0, files }: ReleaseManifest): void {
  if (name !== 'shell') return;
  // Without it, don't fall back to a weaker wall: a release must not choose its own wall.
  if (!Object.hasOwn(files, isolateFile))
    throw new OperatorError(
      'RELEASE-PROTOCOL',
      `${name}@${version} has no ${isolateFile}, which the site server runs. Publish and promote a shell that is built from the server’s sources.`,
    );
  if (spokenProtocols.includes(protocol)) return;
  const remedy =
    protocol > Math.max(...spokenProtocols)
      ? 'Update the server first, or build the shell from the server’s sources.'
      : 'Publish and promote a shell that is built from the server’s sources.';
  throw new OperatorError(
    'RELEASE-PROTOCOL',
    `${name}@${version} speaks renderer protocol ${protocol}, the site server ${spokenProtocols.join(' and ')}. ${remedy}`,
  );
}
