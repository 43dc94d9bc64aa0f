import { isBrowserScript } from '@site/releases/limits.ts';
import type { Release } from '@site/releases/Release.ts';
import { fragmentScripts } from '@site/shared/contract/release.ts';
import { escapeHtml, rawText, scriptJson } from '@site/shared/html.ts';
import { languageAttributes } from '@site/shared/i18n/languages.ts';
import { bootElementId, partialSheets, siteElementId } from '@site/shell/entry/boot.ts';
import { retryOf } from '@site/shell/federation/remotes.ts';
import type { RenderedParts } from '../outcome/readOutcome.ts';
import { boundaryPanel, type KnownFaults } from './boundaryPanel.ts';
import { documentHead, inlineTexts, type StyleSheet, styleSheetsOf } from './documentHead.ts';
import { sharedSha256 } from './hashes.ts';
import { type InlineScripts, withInlineDrawings } from './inlineFiles.ts';
import { type PreviewMode, previewParts } from './previewParts.ts';
import { rememberedStyles } from './rememberedStyles.ts';

/** An HTML document, and the hashes of its inline scripts and styles for the Content-Security-Policy. */
export interface Document {
  readonly html: Buffer;
  readonly scriptHashes: readonly string[];
  readonly styleHashes: readonly string[];
  /** Origins besides the site's own that it loads remotes from. */
  readonly origins: readonly string[];
}

/** What a page's document contains besides the rendered view. */
export interface DocumentParts {
  readonly shell: Release;
  /** The remotes that the tab may load. */
  readonly remotes: ReadonlyMap<string, Release>;
  readonly inline: InlineScripts;
  readonly mode: PreviewMode | undefined;
  /** For `?boundaries`: the faults of releases, as far as whoever asks may know them. */
  readonly faults?: KnownFaults | undefined;
}

/**
 * Puts a rendered view into a document, with the addresses of everything that the page needs. What only scripts read comes
 * last, so that a slow connection delivers the visible page first.
 */
export function pageDocument(parts: RenderedParts, { shell, remotes, inline, mode, faults }: DocumentParts): Document {
  const preview = previewParts(mode, parts.language, shell.manifest);
  const remote = parts.module && remotes.get(parts.module.remote);
  const module = parts.module?.name ?? '';
  const shown = [...(remote ? [{ release: remote, module, isRun: true }] : []), ...(parts.fragments ?? [])];
  const container = shown
    .filter(({ isRun }) => isRun)
    .flatMap((each) => [urlOf(each.release, each.release.manifest.entry), ...scriptsOf(each.release, each.module)]);
  const forFragments = parts.fragments?.some(({ isRun }) => isRun) ? scriptsOf(shell, fragmentScripts) : [];
  const scripts = [...scriptsOf(shell, '.'), ...forFragments, ...new Set(container)];
  const boundaries = mode?.boundaries
    ? boundaryPanel([{ release: shell, module: '.' }, ...shown], parts.language, faults)
    : '';
  const [bodyStart, bodyEnd] = [`<div id="${siteElementId}">`, `</div>\n${preview.body}${boundaries}`];
  const whole = distinct([
    ...styleSheetsOf(shell, '.'),
    ...shown.flatMap((each) => styleSheetsOf(each.release, each.module)),
  ]);
  const sheets = inline.starter.includes(partialSheets) ? reduced(whole, bodyStart + parts.html + bodyEnd) : whole;
  const fonts = styleSheetsOf(shell, './fonts');
  const importMap = scriptIntegrity(shell, [...remotes.values()]);
  const start = `<!doctype html>
<html ${languageAttributes(parts.language)}${preview.attributes}>
<head>
${documentHead({ sheets, fonts })}
${parts.head}
${preview.head}</head>
<body>
${bodyStart}`;
  const end = `${bodyEnd}<script type="application/json" id="${bootElementId}">${scriptJson(parts.boot)}</script>
<script type="importmap">${importMap}</script>
<script data-entry="${escapeHtml(urlOf(shell, shell.manifest.entry))}" data-modules="${escapeHtml(scripts.join(' '))}" data-fonts="${escapeHtml(fontFilesOf(shell))}">${rawText('script', inline.starter)}</script>
</body>
</html>
`;
  const drawn = withInlineDrawings(parts.html, [shell, ...new Set(shown.map(({ release }) => release))]);
  return {
    html: Buffer.concat([Buffer.from(start), ...drawn, Buffer.from(end)]),
    scriptHashes: [importMap, inline.starter].map(hashOf),
    styleHashes: inlineTexts([...sheets, ...fonts]).map(hashOf),
    origins: originsOf([...remotes.values()]),
  };
}

/** Modules of a remote may share a style sheet. */
const distinct = (sheets: readonly StyleSheet[]): StyleSheet[] => [
  ...new Map(sheets.map((sheet) => [sheet.url, sheet])).values(),
];

/** The inlined style sheets with what the first view needs; the starter script loads the whole ones after the first paint. */
function reduced(sheets: readonly StyleSheet[], body: string): StyleSheet[] {
  const inlined = sheets.filter(({ text }) => text !== undefined);
  const used = [...rememberedStyles(inlined, body)];
  return sheets.map((sheet) => (sheet.text === undefined ? sheet : { ...sheet, text: used.shift(), isReduced: true }));
}

/** The hash of an inline script or style sheet for a Content-Security-Policy. */
export const hashOf = (text: string): string => `'sha256-${sharedSha256(text)}'`;

const urlOf = ({ manifest }: Release, file: string): string => manifest.publicPath + file;

/** Addresses of the scripts of an exposed module. */
const scriptsOf = (release: Release, module: string): string[] =>
  (release.manifest.modules[module]?.scripts ?? []).map((file) => urlOf(release, file));

/** Reads something from the files of a release: there are many, and they are the same for each of its pages. */
function oncePerRelease<Value extends {}>(read: (release: Release) => Value): (release: Release) => Value {
  const known = new WeakMap<Release, Value>();
  return (release) => {
    const value = known.get(release) ?? read(release);
    known.set(release, value);
    return value;
  };
}

/** Addresses of the fonts. */
const fontFilesOf = oncePerRelease((shell) => {
  const fonts = Object.keys(shell.manifest.files).filter((file) => file.endsWith('.woff2'));
  return fonts.map((file) => urlOf(shell, file.slice('web/'.length))).join(' ');
});

/** Origins of releases that aren't served by the site itself. */
const originsOf = (releases: readonly Release[]): string[] => [
  ...new Set(releases.flatMap(({ manifest }) => URL.parse(manifest.publicPath)?.origin ?? [])),
];

/** The integrity of every script of the site by address, for the import map. */
function scriptIntegrity(shell: Release, remotes: readonly Release[]): string {
  const entries = [integrityOfShell(shell), ...remotes.map(integrityOfRemote)];
  return `{"integrity":{${entries.filter(Boolean).join()}}}`;
}

const integrityOfShell = oncePerRelease((shell) => integrityEntries(shell));
const integrityOfRemote = oncePerRelease((remote) => integrityEntries(remote, remote.manifest.entry));

/** The entries of a release's scripts, and of one that may be requested again. */
function integrityEntries(release: Release, retried?: string): string {
  const scripts = Object.entries(release.manifest.files).flatMap(([file, { integrity }]) => {
    if (!isBrowserScript(file)) return [];
    const name = file.slice('web/'.length);
    const url = urlOf(release, name);
    return [[url, integrity], ...(name === retried ? [[retryOf(url), integrity]] : [])];
  });
  return scriptJson(Object.fromEntries(scripts)).slice(1, -1);
}
