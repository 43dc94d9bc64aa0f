import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { manifestFile, type ReleaseFile, type ReleaseManifest } from '@site/shared/contract/release.ts';
import { integrityOf } from './integrityOf.ts';

/** How a text says which version it comes from. */
export const markOf = (version: string): string => `[${version}]`;

/**
 * Makes a version of a built remote that differs from it in its texts and in every script and style sheet, as if its
 * team had changed them all: so each part of a page tells which version it comes from.
 *
 * @param source the built remote
 * @param target folder for the new version
 */
export async function makeVariant(source: string, target: string, version: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(source, manifestFile), 'utf8')) as ReleaseManifest;
  const files: Record<string, ReleaseFile> = {};
  for (const path of Object.keys(manifest.files)) {
    // Compressed forms of code that is changed here would hold the old code; servers do without them.
    if (/\.(js|css)\.(br|gz)$/.test(path)) continue;
    const content = await readFile(join(source, path));
    const changed = /\.(c?js|css)$/.test(path)
      ? Buffer.from(changedCode(content.toString('utf8'), manifest, version))
      : content;
    await mkdir(dirname(join(target, path)), { recursive: true });
    await writeFile(join(target, path), changed);
    files[path] = { integrity: integrityOf(changed), size: changed.length };
  }
  const publicPath = manifest.publicPath.replace(manifest.version, version);
  await writeFile(join(target, manifestFile), JSON.stringify({ ...manifest, version, publicPath, files }));
}

/** Bundles carry catalogues as JSON in a string, and the address that the remote's files have. */
function changedCode(code: string, { version: old }: ReleaseManifest, version: string): string {
  const texts = code.replace(/JSON\.parse\(('(?:[^'\\]|\\.)*')\)/g, (_, literal: string) => {
    const json = JSON.stringify(JSON.parse(String(runInNewContext(literal))), (_key, value) =>
      markedText(value, version),
    );
    return `JSON.parse(${JSON.stringify(json)})`;
  });
  return `${texts.replaceAll(old, version)}\n/* ${markOf(version)} */\n`;
}

/** Single words may be read by code, such as a currency; what has a space in it is there for people. */
const markedText = (value: unknown, version: string): unknown =>
  typeof value === 'string' && value.includes(' ') ? `${value} ${markOf(version)}` : value;
