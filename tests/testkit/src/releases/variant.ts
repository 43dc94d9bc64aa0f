import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { manifestFile, type ReleaseFile, type ReleaseManifest } from '@site/shared/contract/release.ts';

/** How a copy differs from its release. */
export interface ReleaseChange {
  /** Changed fields of the manifest. */
  readonly manifest: Partial<ReleaseManifest>;
  /** Returns the new content of a script, a style sheet, or a list of what is in the release. */
  readonly edit: (path: string, code: string) => string;
}

/**
 * Copies a release with changes, and updates its hashes.
 *
 * @param change decides what to change, given the current manifest
 */
export async function copyRelease(
  source: string,
  target: string,
  change: (manifest: ReleaseManifest) => ReleaseChange,
): Promise<void> {
  const manifest = JSON.parse(await readFile(join(source, manifestFile), 'utf8')) as ReleaseManifest;
  const { manifest: changed, edit } = change(manifest);
  const files: Record<string, ReleaseFile> = {};
  // Scripts contain the integrity of the style sheets they load, so style sheets come first.
  const integrities: [old: string, changed: string][] = [];
  const withNewIntegrities = (code: string) =>
    integrities.reduce((text, [old, changed]) => text.replaceAll(old, changed), code);
  const paths = Object.keys(manifest.files).toSorted((a, b) => Number(b.endsWith('.css')) - Number(a.endsWith('.css')));
  for (const path of paths) {
    // Compressed forms would contain the old code; servers work without them.
    if (/\.(br|gz)$/.test(path)) continue;
    const content = await readFile(join(source, path));
    const copy = isEdited.test(path) ? Buffer.from(edit(path, withNewIntegrities(content.toString('utf8')))) : content;
    await mkdir(dirname(join(target, path)), { recursive: true });
    await writeFile(join(target, path), copy);
    files[path] = { integrity: integrityOf(copy), size: copy.length };
    if (path.endsWith('.css')) integrities.push([integrityOf(content), integrityOf(copy)]);
  }
  await writeFile(join(target, manifestFile), JSON.stringify({ ...manifest, ...changed, files }));
}

const isEdited = /\.(?:c?js|css)$|^maps\/.+\.json$/;

/** Marks a text with the version it comes from. */
export const markOf = (version: string): string => `[${version}]`;

/**
 * Creates a version of a built remote with marked texts, scripts and style sheets, as if its team had changed them all: each
 * part of a page then shows which version it comes from.
 *
 * @param source the built remote
 * @param target folder for the new version
 */
export async function makeVariant(source: string, target: string, version: string): Promise<void> {
  await copyRelease(source, target, ({ version: old, publicPath }) => ({
    manifest: { version, publicPath: publicPath.replace(old, version) },
    edit: (path, code) => (path.endsWith('.json') ? markTexts(code, version) : markCode(code, old, version)),
  }));
}

/** Bundles contain messages as JSON in a string, and the address of the remote's files. */
function markCode(code: string, old: string, version: string): string {
  const texts = code.replace(/JSON\.parse\(('(?:[^'\\]|\\.)*')\)/g, (_, literal: string) => {
    const json = markTexts(String(runInNewContext(literal)), version);
    return `JSON.parse(${JSON.stringify(json)})`;
  });
  return `${texts.replaceAll(old, version)}\n/* ${markOf(version)} */\n`;
}

/** Texts as bundles then have them. */
const markTexts = (json: string, version: string): string =>
  JSON.stringify(JSON.parse(json), (_key, value) => markText(value, version));

/** Marks only texts with a space: single words, such as a currency, may be read by code. */
const markText = (value: unknown, version: string): unknown =>
  typeof value === 'string' && value.includes(' ') ? `${value} ${markOf(version)}` : value;

/** Subresource integrity, computed independently of the site's own code in order to test that. */
export const integrityOf = (content: Buffer): string =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;
