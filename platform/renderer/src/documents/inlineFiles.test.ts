import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import type { Release } from '@site/releases/Release.ts';
import { rendererLimits } from '../limits.ts';
import { withInlineDrawings } from './inlineFiles.ts';

const { pictures, uses, size, all } = rendererLimits.inlineDrawings;
const url = '/assets/blog/version-1/a.svg';
const file = { integrity: '', size: 0 };

let folder: string;
let releases: Release[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-drawings-'));
  await mkdir(join(folder, 'web'));
  await writeFile(join(folder, 'web/a.svg'), '<style>:root{fill:red}:target{fill:blue}</style>');
  await writeFile(join(folder, 'web/huge.svg'), 'x'.repeat(size + 1));
  await writeFile(join(folder, 'web/large.svg'), 'x'.repeat(size - 100));
  const files = {
    'web/a.svg': file,
    'web/huge.svg': file,
    'web/large.svg': file,
    // Only its size is known: reading it fails.
    'web/missing.svg': { ...file, size: size + 1 },
  };
  releases = [{ folder, manifest: { publicPath: '/assets/blog/version-1/', files } } as unknown as Release];
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const picture = (loading: string, source = url) =>
  `<picture><source srcset="${source}#dark"><img src="${source}" loading="${loading}"></picture>`;

const dataUrl = (style: string) =>
  `data:image/svg+xml,%3Cstyle%3E:root%7Bfill:red%7D${style}%7Bfill:blue%7D%3C/style%3E`;

/** Without a fragment, which data URLs can't have. */
const inlined = `<picture><source srcset="${dataUrl(':root')}"><img src="${dataUrl(':target')}" loading="eager"></picture>`;

const shownOf = (html: string) => Buffer.concat(withInlineDrawings(html, releases)).toString();

test('a drawing that a visitor sees first is inlined, in each of its themes; others are loaded', () => {
  const html = `<p>a</p>${picture('eager')}<p>b</p>${picture('lazy')}${picture('eager', '/elsewhere.svg')}`;
  expect(shownOf(html)).toBe(`<p>a</p>${inlined}<p>b</p>${picture('lazy')}${picture('eager', '/elsewhere.svg')}`);
});

test('nothing is inlined that would make a page huge', () => {
  const huge = picture('eager', url.replace('a.svg', 'huge.svg'));
  expect(shownOf(huge)).toBe(huge);
  const unread = picture('eager', url.replace('a.svg', 'missing.svg'));
  expect(shownOf(unread), 'what is too large isn’t read').toBe(unread);
  const repeated = picture('eager').replace('</picture>', `${url} `.repeat(uses).concat('</picture>'));
  expect(shownOf(repeated)).toBe(repeated);
  const many = shownOf(picture('eager').repeat(pictures + 10));
  expect(many).toBe(inlined.repeat(pictures) + picture('eager').repeat(10));
});

test('all drawings together stay under the limit of a page, and the first ones are inlined', () => {
  const large = picture('eager', url.replace('a.svg', 'large.svg'));
  const html = large.repeat(pictures);
  const shown = shownOf(html);
  expect(shown.length - html.length).toBeLessThanOrEqual(all);
  expect(shown.startsWith('<picture><source srcset="data:image/svg+xml,xxx')).toBe(true);
  expect(shown.endsWith(large.repeat(pictures - 2))).toBe(true);
  expect(shownOf(large.repeat(2) + picture('eager')).endsWith(inlined), 'a small one has room').toBe(true);
});

test('HTML that is designed to be slow takes no longer than other HTML', () => {
  for (const part of ['<picture>', '<picture> loading="eager"', '<picture> src="'])
    expect(shownOf(part.repeat(200_000))).toBe(part.repeat(200_000));
});
