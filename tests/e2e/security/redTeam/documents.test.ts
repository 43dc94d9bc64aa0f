/** A hostile team's texts in documents: none may end the element or attribute that contains it. */
import { join } from 'node:path';
import { expect, rs, test } from '@rstest/core';
import { drawCard } from '@site/bundling/cards/drawCard.ts';
import { card as share } from '@site/company/card.ts';
import { ReleaseCache } from '@site/releases/follow/ReleaseCache.ts';
import { readManifest } from '@site/releases/manifest.ts';
import type { Release } from '@site/releases/Release.ts';
import { signRelease } from '@site/releases/signing/signatures.ts';
import { pageDocument } from '@site/renderer/documents/document.ts';
import { previewParts } from '@site/renderer/documents/previewParts.ts';
import { rootDocument } from '@site/renderer/documents/rootDocument.ts';
import { readOutcome } from '@site/renderer/outcome/readOutcome.ts';
import { atomFeed } from '@site/server/seo/atomFeed.ts';
import { breakoutOf, escapeHtml, rawText, scriptJson, svgDataUrl } from '@site/shared/html.ts';
import { isPlainLine, plainLine } from '@site/shared/plainText.ts';
import { specifiedRoutesIn } from '@site/shared/testing/routes.ts';
import { meta } from '@site/shell/head/tags.ts';
import {
  buildApp,
  changeManifest,
  declaredPage,
  newFolder,
  newStore,
  publishApp,
  storeWith,
} from '@site/testkit/releases/fixtures.ts';
import { SignedStore } from '@site/testkit/releases/signedStore.ts';
import { Parser } from 'htmlparser2';

/** Texts that break out of one context or another. */
const breakouts = [
  '</style><meta http-equiv=refresh content="0;url=https://evil.example">',
  '</STYLE\t><base href=https://evil.example>',
  '</sTyLe/><title>second</title>',
  '</script><script>hacked()</script>',
  '</SCRIPT\n><img src=x onerror=hacked()>',
  '<!--<script>',
  '--!><b>',
  ']]><b>',
  '</title><base href=https://evil.example>',
  '</textarea></noscript></template><b>',
  '" onload="hacked()',
  "' onload='hacked()",
  '" /><b>',
  '&lt;/style&gt;&quot;&#39;&amp;lt;',
  '\u2028\u2029</script><b>',
  '\u0000<b>\ufeff',
  '$& $` $1',
  '{{b}} ${b}',
] as const;

/** The structure of a parsed document: its elements with the names of their attributes. */
function structureOf(markup: string, xmlMode = false): readonly string[] {
  const elements: string[] = [];
  const parser = new Parser(
    { onopentag: (name, attributes) => void elements.push([name, ...Object.keys(attributes)].join(' ')) },
    { xmlMode },
  );
  parser.end(markup);
  return elements;
}

/** The texts of a document, and the values of its attributes. */
function textsOf(markup: string): readonly string[] {
  const texts: string[] = [];
  let text = '';
  const end = () => {
    texts.push(text);
    text = '';
  };
  const parser = new Parser({
    onopentag: (_, attributes) => {
      end();
      texts.push(...Object.values(attributes));
    },
    ontext: (more) => {
      text += more;
    },
    onclosetag: end,
  });
  parser.end(markup);
  return texts;
}

/** The first one writes into the head of every page that has the style sheet. */
const [leavesHead] = breakouts;

const leavesStyle = breakouts.filter((text) => /<\/style/i.test(text));

test('some of the breakouts end a style sheet', () => expect(leavesStyle).toHaveLength(3));

test.each(leavesStyle)('a style sheet with %j can’t be published, and its file and line are named', async (text) => {
  const store = await newStore();
  const published = publishApp(store, { extra: { 'web/page-list.css': `h1 { color: red; }\n/* ${text} */` } });
  await expect(published).rejects.toMatchObject({ code: 'RELEASE-MARKUP' });
  await expect(published).rejects.toThrow('web/page-list.css:2 of blog@version-1');
  expect(await store.apps()).toEqual([]);
});

test.each(leavesStyle)('servers don’t copy a version with %j in a style sheet, however it got there', async (text) => {
  const store = await storeWith('version-1');
  await buildApp(join(store.location, 'blog/version-2'), {
    version: 'version-2',
    extra: { 'web/page-list.css': `h1::before { content: '${text}' }` },
  });
  const copies = new ReleaseCache(store, await newFolder());
  await expect(copies.get('blog', 'version-2')).rejects.toMatchObject({ code: 'RELEASE-MARKUP' });
  expect((await copies.get('blog', 'version-1')).manifest.version).toBe('version-1');
});

test('the last good release stays live when its team signs a style sheet that writes into the head', async () => {
  const signed = await SignedStore.create();
  const server = await signed.follow(await newFolder());
  const folder = join(signed.store.location, 'blog/version-2');
  await buildApp(folder, { version: 'version-2', extra: { 'web/page-list.css': leavesHead } });
  await changeManifest(folder, (manifest) => signRelease(manifest, signed.key('blog')));
  await signed.putPointer('version-2', 'blog');
  await rs.waitFor(() => expect(server.errors().join('\n')).toContain('RELEASE-MARKUP'));
  expect(server.live()).toBe('version-1');
});

test('only style sheets are written into a document as style', async () => {
  const manifest = await buildApp(await newFolder(), {
    modules: { './list': { scripts: [], styles: ['page-list.txt'] } },
    extra: { 'web/page-list.txt': leavesHead },
  });
  expect(() => readManifest(JSON.stringify(manifest), 'release.json')).toThrow(/RELEASE-MANIFEST.*styles/);
});

test('an inline script that would leave its element can’t be published', async () => {
  for (const code of ['"</script>"', '"</SCRIPT "', '"<!--"', '"<script>"']) {
    const published = publishApp(await newStore(), { extra: { 'inline/starter.js': `start(${code});` } });
    await expect(published, code).rejects.toMatchObject({ code: 'RELEASE-MARKUP' });
  }
});

test.each(breakouts)('%j stays text in each context', (text) => {
  const inText = `<title>${escapeHtml(text)}</title><p>${escapeHtml(text)}</p><meta content="${escapeHtml(text)}"><meta content='${escapeHtml(text)}'>`;
  expect(structureOf(inText)).toEqual(['title', 'p', 'meta content', 'meta content']);
  expect(structureOf(`<a>${escapeHtml(text)}</a><b c="${escapeHtml(text)}"/>`, true), 'XML').toEqual(['a', 'b c']);
  const data = scriptJson({ [text]: text });
  expect(structureOf(`<script>${data}</script><p></p>`)).toEqual(['script', 'p']);
  expect(data).not.toContain('<');
  expect(JSON.parse(data)).toEqual({ [text]: text });
  const svg = svgDataUrl(`<svg><text>${text}</text></svg>`);
  for (const quote of ['"', "'"])
    expect(structureOf(`<img src=${quote}${svg}${quote}><p></p>`)).toEqual(['img src', 'p']);
  expect(decodeURIComponent(svg)).toContain(text);
  for (const element of ['style', 'script'] as const) {
    if (breakoutOf(element, text)) expect(() => rawText(element, `\n${text}`)).toThrow('line 2');
    else expect(structureOf(`<${element}>${rawText(element, text)}</${element}><p></p>`)).toEqual([element, 'p']);
  }
});

/** A shell and a blog like a build's, with hostile texts in every part that documents contain. */
async function releasesWith(
  sheet: string,
  starter: string,
): Promise<{ readonly shell: Release; readonly blog: Release }> {
  const module = { scripts: ['remote.js'], styles: ['page-list.css'] };
  const [shellFolder, blogFolder] = [await newFolder(), await newFolder()];
  const shell = await buildApp(shellFolder, {
    name: 'shell',
    publicPath: '/assets/shell/',
    modules: { '.': module, './root': { scripts: [], styles: [] }, './fonts': { scripts: [], styles: [] } },
    extra: { 'inline/starter.js': starter, 'inline/root.js': starter },
    version: `shell-${Math.random().toString(36).slice(2, 12)}`,
  });
  const blog = await buildApp(blogFolder, { modules: { './list': module }, extra: { 'web/page-list.css': sheet } });
  return { shell: { manifest: shell, folder: shellFolder }, blog: { manifest: blog, folder: blogFolder } };
}

const origin = 'https://site.example';

/** The document of a blog page whose release uses a text wherever it can. */
async function documentWith(text: string): Promise<string> {
  const { shell, blog } = await releasesWith('h1 { color: red; }', 'start();');
  const view = {
    head: {
      title: text,
      name: text,
      tags: [meta('description', text), meta('twitter:title', text)],
      refresh: { seconds: 5, url: `/en?${encodeURIComponent(text)}` },
    },
    structuredData: { name: text, [text]: [text] },
    strings: { blog: { [`text ${text}`]: text } },
    page: { data: { [text]: text } },
  };
  const answer = { kind: 'view', html: '<h1>Blog</h1>', view: JSON.stringify(view), missingTexts: [] };
  const registry = { blog: { release: 'version-1', entry: '/assets/blog/entry.js' } };
  const request = { url: '/en/blog', language: 'en' } as const;
  const job = { kind: 'render', request, origin, registry, routes: specifiedRoutesIn('en') } as const;
  const outcome = readOutcome(answer, { job, shell, remote: blog, visitor: {} } as unknown as Parameters<
    typeof readOutcome
  >[1]);
  if ('message' in outcome) throw new Error(outcome.message);
  const parts = {
    shell,
    remotes: new Map([['blog', blog]]),
    inline: { starter: 'start();', root: '' },
    mode: undefined,
  };
  return pageDocument(outcome.parts, parts).html.toString();
}

test.each(breakouts)('a page that says %j everywhere has the same structure as a harmless one', async (text) => {
  const html = await documentWith(text);
  expect(structureOf(html)).toEqual(structureOf(await documentWith('harmless')));
  expect(html, 'the text is in the document').not.toBe(await documentWith('harmless'));
  expect(textsOf(html), 'and shown unchanged').toContain(plainLine(text));
});

test.each(leavesStyle)(
  'a style sheet that was changed on the server’s own disk to contain %j is never in a document',
  async (text) => {
    const { shell, blog } = await releasesWith(text, 'start();');
    const module = { remote: 'blog', name: './list' };
    const request = { url: '', language: 'en' } as const;
    const boot = { request, page: null, strings: {}, origin, registry: {}, routes: specifiedRoutesIn('en') };
    const rendered = { language: 'en', head: '', html: '', boot, remotes: new Set(['blog']), module };
    const parts = { shell, remotes: new Map([['blog', blog]]), inline: { starter: '', root: '' }, mode: undefined };
    expect(() => pageDocument(rendered, parts)).toThrow('would end a <style>');
  },
);

test('a script that was changed on the server’s own disk is never in a document', async () => {
  for (const script of ['</script>', '<!-- <script>']) {
    const { shell } = await releasesWith('', script);
    expect(() => rootDocument(shell, origin)).toThrow('would end a <script>');
  }
});

test.each(breakouts)('news that say %j stay text in the feed', async (text) => {
  const feed = (title: string) =>
    atomFeed({
      language: 'en',
      routes: specifiedRoutesIn('en'),
      origin,
      news: [
        { uid: 'a', slug: 'a', title, source: title, type: 'article', publication_date: '2026-03-28', link: origin },
      ] as unknown as Parameters<typeof atomFeed>[0]['news'],
      since: undefined,
    });
  expect(structureOf(feed(text), true)).toEqual(structureOf(feed('harmless'), true));
});

test.each(breakouts)(
  'a share card with the title %j is drawn like a harmless one, by the company or plainly',
  (text) => {
    for (const { draw, ...plain } of [share, { ...share, draw: undefined }]) {
      const card = (title: string) => drawCard(draw ? { ...plain, draw } : plain, { language: 'en', title }, () => 1);
      expect(structureOf(card(text), true)).toEqual(structureOf(card('harmless'), true));
    }
  },
);

test('a preview’s badge shows the version as text', async () => {
  const { shell, blog } = await releasesWith('', '');
  for (const version of breakouts) {
    const release = { ...blog, manifest: { ...blog.manifest, version } };
    const mode = { preview: { release }, boundaries: false } as unknown as Parameters<typeof previewParts>[0];
    expect(structureOf(previewParts(mode, 'en', shell.manifest).body)).toEqual(['p class role', 'strong']);
  }
});

/** Texts that look like other texts, or change the text around them. */
const hidden: readonly (readonly [string, string])[] = [
  ['turns the direction', 'Pri\u202ecing'],
  ['isolates a direction', 'Pri\u2066cing'],
  ['marks a direction', 'Pri\u200ecing'],
  ['marks an Arabic direction', 'Pri\u061ccing'],
  ['has a space without a width', 'Pri\u200bcing'],
  ['has a joiner between Latin letters', 'Pri\u200dcing'],
  ['has a word joiner between letters', 'Pri\u2060cing'],
  ['has an invisible operator', 'Pri\u2064cing'],
  ['has a byte order mark', 'Pri\ufeffcing'],
  ['has a soft hyphen', 'Pri\u00adcing'],
  ['has tags', 'Pri\u{e0063}\u{e007f}cing'],
  ['has a variation of a letter', 'Pri\ufe0fcing'],
  ['is a filler', '\u3164'],
  ['commands a terminal', 'Pri\u001b[2Jcing'],
  ['commands a terminal with one character', 'Pri\u009b2Jcing'],
  ['begins with a combining mark', '\u0301Pricing'],
  ['piles up combining marks', `Pricing${'\u0301'.repeat(30)}`],
];

test.each(hidden)('no team’s menu has a text that %s', async (_, text) => {
  for (const words of [
    { title: text, link: 'Pricing' },
    { title: 'Pricing', link: text },
  ]) {
    const page = declaredPage({ name: 'list', path: 'blog', words: { en: words, fr: words, es: words } });
    const published = publishApp(await newStore(), { pages: [page] });
    await expect(published).rejects.toMatchObject({ code: 'RELEASE-MANIFEST' });
  }
});

test.each([
  'Prix\u00a0: 5\u202f€ l’heure',
  '«\u00a0Qu’est-\u2060ce\u00a0?\u00a0»',
  '¿Cuánto cuesta?',
  'cafe\u0301',
  'Zürich – Genève',
  '❤\ufe0f 👨‍👩‍👧 1\ufe0f\u20e3',
])('a team’s menu may say %j', async (text) => {
  const words = { title: text, link: text };
  const page = declaredPage({ name: 'list', path: 'blog', words: { en: words, fr: words, es: words } });
  await publishApp(await newStore(), { pages: [page] });
});

test.each(hidden)('the title and description of a page hide nothing: a text that %s', async (_, text) => {
  const shown = textsOf(await documentWith(`A ${text}`));
  expect(shown).toContain(plainLine(`A ${text}`));
  expect(shown.filter((part) => !part.includes('{') && !isPlainLine(part.replaceAll('\n', '')))).toEqual([]);
});
