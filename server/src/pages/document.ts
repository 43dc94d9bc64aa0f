import { createHash } from 'node:crypto';
import type { Release } from '@site/releases/Release.ts';
import { bootElementId, siteElementId } from '@site/shell/entry/boot.ts';
import { retryOf } from '@site/shell/federation/remotes.ts';
import type { RenderedParts } from '@site/shell/render/messages.ts';
import { documentHead } from './documentHead.ts';
import { withInlineDrawings } from './inlineDrawings.ts';
import type { InlineScripts } from './inlineScripts.ts';
import { modeParts } from './modeParts.ts';
import type { PageMode } from './pageMode.ts';
import { inlineTexts, styleSheetsOf } from './styleSheets.ts';

/** An HTML document and the hashes of what stands inline in it, for its Content-Security-Policy. */
export interface Document {
  readonly html: string;
  readonly scriptHashes: readonly string[];
  readonly styleHashes: readonly string[];
  /** Origins besides the site's own that the document loads remotes from. */
  readonly origins: readonly string[];
}

/** What a page's document is made of, besides what was rendered. */
export interface DocumentParts {
  readonly shell: Release;
  /** The remotes that the page may load in this tab. */
  readonly remotes: ReadonlyMap<string, Release>;
  readonly inline: InlineScripts;
  readonly mode: PageMode | undefined;
}

/**
 * Sets a rendered view into a whole document, with the addresses of everything that the page needs. What only scripts
 * read comes last: a slow connection brings the page before it.
 */
export function pageDocument(parts: RenderedParts, { shell, remotes, inline, mode }: DocumentParts): Document {
  const extra = modeParts(mode, parts.language, shell.manifest);
  const remote = parts.module && remotes.get(parts.module.remote);
  const module = parts.module?.name ?? '';
  const container = remote ? [urlOf(remote, remote.manifest.entry), ...scriptsOf(remote, module)] : [];
  const scripts = [...scriptsOf(shell, '.'), ...container];
  const sheets = [...styleSheetsOf(shell, '.'), ...(remote ? styleSheetsOf(remote, module) : [])];
  const fonts = styleSheetsOf(shell, './fonts');
  const importMap = JSON.stringify({ integrity: scriptIntegrity(shell, [...remotes.values()]) });
  const html = `<!doctype html>
<html lang="${parts.language}"${extra.attributes}>
<head>
${documentHead({ sheets, fonts })}
${parts.head}
${extra.head}</head>
<body>
<div id="${siteElementId}">${withInlineDrawings(parts.html, remote ? [shell, remote] : [shell])}</div>
${extra.body}<script type="application/json" id="${bootElementId}">${parts.boot}</script>
<script type="importmap">${importMap}</script>
<script data-entry="${urlOf(shell, shell.manifest.entry)}" data-modules="${scripts.join(' ')}" data-fonts="${fontFilesOf(shell).join(' ')}">${inline.starter}</script>
</body>
</html>
`;
  return {
    html,
    scriptHashes: [importMap, inline.starter].map(hashOf),
    styleHashes: inlineTexts([...sheets, ...fonts]).map(hashOf),
    origins: originsOf([...remotes.values()]),
  };
}

/** The hash of an inline script or style sheet as a Content-Security-Policy names it. */
export const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const urlOf = ({ manifest }: Release, file: string): string => manifest.publicPath + file;

/** Addresses of the scripts of an exposed module. */
const scriptsOf = (release: Release, module: string): string[] =>
  (release.manifest.modules[module]?.scripts ?? []).map((file) => urlOf(release, file));

/** Addresses of the fonts that every page is set in. */
const fontFilesOf = (shell: Release): string[] =>
  Object.keys(shell.manifest.files)
    .filter((file) => file.endsWith('.woff2'))
    .map((file) => urlOf(shell, file.slice('web/'.length)));

/** Origins of releases that aren't served by the site itself. */
const originsOf = (releases: readonly Release[]): string[] => [
  ...new Set(releases.flatMap(({ manifest }) => URL.parse(manifest.publicPath)?.origin ?? [])),
];

/** Integrity of every script of the site, by address: a browser runs none that differs by a byte. */
function scriptIntegrity(shell: Release, remotes: readonly Release[]): Record<string, string> {
  const scripts = [shell, ...remotes].flatMap(({ manifest }) =>
    Object.entries(manifest.files)
      .filter(([file]) => file.startsWith('web/') && file.endsWith('.js'))
      .map(([file, { integrity }]) => [manifest.publicPath + file.slice('web/'.length), integrity] as const),
  );
  const containers = remotes.flatMap((remote) => {
    const integrity = remote.manifest.files[`web/${remote.manifest.entry}`]?.integrity;
    return integrity ? [[retryOf(urlOf(remote, remote.manifest.entry)), integrity] as const] : [];
  });
  return Object.fromEntries([...scripts, ...containers]);
}
