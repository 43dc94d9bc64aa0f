import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { manifestFile, type ReleaseFile, type ReleaseManifest } from '@site/shared/contract/release.ts';
import { integrityOf } from './integrityOf.ts';

/** How the copy of a release differs from it. */
export interface ReleaseChange {
  /** Facts of the manifest that are other ones. */
  readonly manifest: Partial<ReleaseManifest>;
  /** What becomes of each script and style sheet. */
  readonly edit: (path: string, code: string) => string;
}

/**
 * Copies a release with changes; its hashes are right again.
 *
 * @param change what to change, told from the manifest as it is
 */
export async function copyRelease(
  source: string,
  target: string,
  change: (manifest: ReleaseManifest) => ReleaseChange,
): Promise<void> {
  const manifest = JSON.parse(await readFile(join(source, manifestFile), 'utf8')) as ReleaseManifest;
  const { manifest: changed, edit } = change(manifest);
  const files: Record<string, ReleaseFile> = {};
  // Scripts promise the content of the style sheets that they load: those come first.
  const promises: [old: string, changed: string][] = [];
  const keptPromises = (code: string) => promises.reduce((text, [old, changed]) => text.replaceAll(old, changed), code);
  const paths = Object.keys(manifest.files).toSorted((a, b) => Number(b.endsWith('.css')) - Number(a.endsWith('.css')));
  for (const path of paths) {
    // Compressed forms would hold the code as it was; servers do without them.
    if (/\.(br|gz)$/.test(path)) continue;
    const content = await readFile(join(source, path));
    const copy = /\.(c?js|css)$/.test(path) ? Buffer.from(edit(path, keptPromises(content.toString('utf8')))) : content;
    await mkdir(dirname(join(target, path)), { recursive: true });
    await writeFile(join(target, path), copy);
    files[path] = { integrity: integrityOf(copy), size: copy.length };
    if (path.endsWith('.css')) promises.push([integrityOf(content), integrityOf(copy)]);
  }
  await writeFile(join(target, manifestFile), JSON.stringify({ ...manifest, ...changed, files }));
}
