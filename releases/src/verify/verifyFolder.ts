import { lstat, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { manifestFile, type ReleaseManifest } from '@site/shared/contract/release.ts';
import { verifyFile } from '../integrity.ts';
import { readManifest } from '../readManifest.ts';
import { publicationFile } from '../store/layout.ts';

/**
 * Reads a built app and checks every file of it: nothing missing, nothing changed, nothing besides.
 *
 * @throws {OperatorError} RELEASE-UNBUILT, RELEASE-MANIFEST or RELEASE-FILE
 */
export async function verifyFolder(app: string, folder: string): Promise<ReleaseManifest> {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch((cause: unknown) => {
    throw new OperatorError(
      'RELEASE-UNBUILT',
      `There is no built ${app} in ${folder}. Run: npm run build -- ${app}`,
      cause,
    );
  });
  const manifest = readManifest(text, join(folder, manifestFile));
  if (manifest.name !== app)
    throw new OperatorError('RELEASE-MANIFEST', `${folder} holds ${manifest.name}, not ${app}.`);
  for (const path of Object.keys(manifest.files))
    verifyFile(manifest, path, await readPlainFile(manifest, folder, path));
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
