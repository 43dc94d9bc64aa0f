import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { languages } from '@site/shared/i18n/languages.ts';
import type { States } from './checkSite.ts';
import { historyName } from './history.ts';
import { statusPageCommand, writeStatus } from './statusPageCommand.ts';
import { type Answer, startFakeSite } from './testing/fakeSite.ts';

const now = Date.parse('2030-03-01T12:00:00Z');
const origin = 'https://www.example.com';
const up: States = new Map([
  ['pages', 'up'],
  ['form', 'up'],
  ['news', 'up'],
]);

const temporary = () => mkdtemp(join(tmpdir(), 'site-status-'));

/** Writes the pages with some notes. Returns them and the warnings. */
async function written(notes: Readonly<Record<string, string>> = {}, states: States = up) {
  const folder = await temporary();
  await mkdir(join(folder, 'incidents'));
  for (const [name, note] of Object.entries(notes)) await writeFile(join(folder, 'incidents', name), note);
  const warnings: string[] = [];
  await writeStatus(folder, origin, states, now, (message) => warnings.push(message));
  const read = async (language: string) => await readFile(join(folder, `${language}.html`), 'utf8');
  return { folder, warnings, read };
}

const noteOf = (title: object, more: object = {}) => JSON.stringify({ since: '2030-03-01T11:00Z', title, ...more });

test('there is a page for each language, which leads to the others; the index is in the fallback language', async () => {
  const { read } = await written();
  for (const language of languages) {
    const html = await read(language);
    expect(html).toContain(`<html lang="${language}" dir="ltr">`);
    for (const other of languages) expect(html).toContain(`hreflang="${other}" href="${other}.html"`);
  }
  expect(await read('index')).toBe(await read('en'));
});

test('nothing in it runs or loads anything from elsewhere, and its policy lets its style in', async () => {
  const { read } = await written({ 'a.json': noteOf({ en: 'Slow' }) });
  const html = await read('en');
  expect(html).not.toMatch(/<script|\son\w+=|http-equiv="refresh"|@import|url\((?!['"]?\.\/)|<(?:img|iframe|form)/);
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  expect(html).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  // Links, and no request.
  const loaded = [...html.matchAll(/<link [^>]*href="([^"]*)"|src="([^"]*)"/g)].map(([, href, src]) => href ?? src);
  expect(loaded.filter((address) => !/^(?:data:image|\w+\.html$)/.test(address ?? ''))).toEqual([]);
});

test.each([
  ['everything works', [], 'Everything works'],
  ['the news are slow', [['news', 'degraded']], 'Some difficulties right now'],
  ['the form fails', [['form', 'down']], 'Part of the site isn’t working'],
  ['the pages fail', [['pages', 'down']], 'The site isn’t answering'],
] as const)('it says first when %s', async (_, changed, headline) => {
  const { read } = await written({}, new Map([...up, ...changed]));
  expect(await read('en')).toContain(`<h1>${headline}</h1>`);
});

test('the owner’s words are no markup', async () => {
  const attack = '</h3><script>alert(1)</script>"><img src=x onerror=alert(1)>&lt;\u202Eevil\u0007';
  const { read, warnings } = await written({
    'a.json': noteOf({ en: attack }, { text: { en: `${attack}\n\n${attack}` } }),
  });
  const html = await read('en');
  expect(warnings).toEqual([]);
  expect(html.match(/&lt;script&gt;alert\(1\)/g)).toHaveLength(3);
  for (const part of ['<script', '<img', '\u202E', '\u0007']) expect(html).not.toContain(part);
  expect(html).toContain('&amp;lt;evil');
});

test('a note that lacks a language is shown in another one, and says so', async () => {
  const { read } = await written({
    'a.json': noteOf({ fr: 'Lenteurs' }, { text: { en: 'Slow pages.', fr: 'Pages lentes.' } }),
  });
  expect(await read('es')).toContain('<h3 lang="fr" dir="auto">Lenteurs</h3>');
  expect(await read('es')).toContain('<p lang="en" dir="auto">Slow pages.</p>');
  expect(await read('fr')).toContain('<p dir="auto">Pages lentes.</p>');
});

test('open notes come before ended ones, old and future ones are left out', async () => {
  const { read, warnings } = await written({
    '1.json': noteOf({ en: 'ended' }, { until: '2030-03-01T11:30:00+00:00' }),
    '2.json': noteOf({ en: 'open' }, { since: '2030-02-01T11:30Z' }),
    '3.json': noteOf({ en: 'long ago' }, { since: '2030-01-01T11:30Z', until: '2030-01-02T11:30Z' }),
    '4.json': noteOf({ en: 'tomorrow' }, { since: '2030-03-02T11:30Z' }),
  });
  expect([...(await read('en')).matchAll(/<h3 dir="auto">(.*?)</g)].map(([, title]) => title)).toEqual([
    'open',
    'ended',
  ]);
  expect(warnings).toEqual([]);
});

test('notes that can’t be read are named, and the page appears without them', async () => {
  const { read, warnings } = await written({
    '1.json': '{"since":',
    '2.json': noteOf({}),
    '3.json': noteOf({ xx: 'No such language' }),
    '4.json': noteOf({ en: 'x' }, { since: 'yesterday' }),
    '5.json': `${' '.repeat(40_000)}{}`,
    'readme.txt': 'Not a note',
    '6.json': noteOf({ en: 'Good' }),
  });
  expect(warnings.map((warning) => /incidents\/\d/.exec(warning)?.[0]).sort()).toEqual(
    [1, 2, 3, 4, 5].map((id) => `incidents/${id}`),
  );
  expect(await read('en')).toContain('>Good</h3>');
});

test('the table says in words what the bars show', async () => {
  const { folder, read } = await written();
  await writeStatus(folder, origin, new Map([...up, ['form', 'down']]), now + 7 * 60_000, () => {});
  expect(await read('en')).toMatch(
    /1 March 2030<\/time><\/th><td>Works<\/td><td><span class="down">Doesn’t work: 7\u00a0?\s?mins?</,
  );
  expect((await read('en')).match(/<rect class="down"/g)).toHaveLength(1);
});

test('a killed run leaves nothing that stays', async () => {
  const { folder } = await written();
  await writeFile(join(folder, 'en.html.1.new'), 'half');
  await utimes(join(folder, 'en.html.1.new'), 1, 1);
  await writeStatus(folder, origin, up, now, () => {});
  expect((await readdir(folder)).sort()).toEqual([
    'bricolage-grotesque.woff2',
    'en.html',
    'es.html',
    'figtree.woff2',
    'fr.html',
    'incidents',
    'index.html',
    historyName,
  ]);
});

test('a folder with someone else’s page is refused', async () => {
  const folder = await temporary();
  await writeFile(join(folder, 'index.html'), '<h1>Mine</h1>');
  await expect(writeStatus(folder, origin, up, now, () => {})).rejects.toThrow(/^SITE-STATUS .*isn’t a status page/);
  expect(await readdir(folder)).toEqual(['index.html']);
});

test('of two checks at once, the second is refused, and nothing is lost', async () => {
  const waiting: (() => void)[] = [];
  const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>();
  const hold: Answer = (response) => {
    waiting.push(() => response.writeHead(500).end());
    onAsked();
  };
  const site = await startFakeSite({ '/en': hold });
  const folder = await temporary();
  const run = () => statusPageCommand(folder, { site: site.origin, warn: () => {} });
  const first = run();
  await asked;
  await expect(run()).rejects.toThrow(/^SITE-STATUS Another check/);
  for (const end of waiting) end();
  await expect.poll(() => waiting.length).toBe(2);
  waiting[1]?.();
  expect(await first).toEqual(['pages  degraded', 'news   up', `The page is ${join(folder, 'index.html')}.`]);
  const { parts } = JSON.parse(await readFile(join(folder, historyName), 'utf8')) as { parts: object };
  expect(parts).toMatchObject({ pages: { state: 'degraded' }, news: { state: 'up' } });
});
