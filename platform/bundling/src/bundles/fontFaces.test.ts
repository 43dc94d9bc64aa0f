import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { root } from '../project.ts';
import { buildFiles } from '../testing/buildFiles.ts';
import { outreachesIn } from './containedStyles.ts';
import { fontsOf, withQuickFonts } from './fontFaces.ts';

const problemsOf = (css: string) => outreachesIn(css, 'events.css').map(({ line, reason }) => `${line}: ${reason}`);
const face = (src: string, rest = '') => `@font-face { font-family: "Own"; src: ${src}; ${rest}}`;

test('every family of the site is refused: a page has one meaning of it', () => {
  for (const sheet of ['fonts.css', 'fallbackFonts.css']) {
    const css = readFileSync(join(root, 'shared/company/fonts', sheet), 'utf8');
    const families = [...css.matchAll(/font-family: '([^']+)'/g)].map(([, family]) => family);
    expect(families.length).toBeGreaterThan(1);
    for (const family of families)
      expect(
        problemsOf(`.own { color: red }\n@font-face { font-family: ${family}; src: url("./a.woff2") }`),
        family,
      ).toEqual([expect.stringMatching(/^2: .* is a family of the site’s own/)]);
  }
});

test.each([
  ["url('./a.ttf')", 'no .woff2 file'],
  ["url('./a.woff') format('woff')", 'no .woff2 file'],
  ["url('https://fonts.example/a.woff2')", 'from elsewhere'],
  ["url('/fonts/a.woff2')", 'from elsewhere'],
  ['url(data:font/woff2;base64,d09GMgABAAAA)', 'from elsewhere'],
])('a font is refused with what to do: %s', (src, reason) => {
  expect(problemsOf(`.own { color: red }\n${face(src)}`)).toEqual([expect.stringContaining(reason)]);
});

test.each([
  "url('./a.woff2')",
  "local('Georgia')",
  "local('Own'), url('./a.woff2') format('woff2'), url('./a.woff') format('woff')",
])('a font is allowed: %s', (src) => {
  expect(problemsOf(face(src))).toEqual([]);
});

test('text is never hidden while a font loads, unless its author says so, and older formats are left out', () => {
  const changed = (src: string, rest?: string) => withQuickFonts(face(src, rest), 'events.css');
  expect(changed("url('./a.woff2') format('woff2'), url('./a.woff') format('woff')")).toMatch(
    /src: url\('\.\/a\.woff2'\) format\('woff2'\);.*font-display: swap/,
  );
  expect(changed("url('./a.woff2')", 'font-display: block')).toContain('font-display: block');
  expect(changed("url('./a.woff2')", 'font-display: block')).not.toContain('swap');
  expect(changed('url("./a.eot")')).not.toContain('a.eot');
});

test('a package’s font files for other scripts aren’t counted', () => {
  const latin = (range: string) => fontsOf(face('url(/a.woff2)', range && `unicode-range: ${range}`))[0]?.isLatin;
  expect(['', 'U+0000-00FF, U+0131', 'U+65', 'U+??'].map(latin)).toEqual([true, true, true, true]);
  expect(['U+0370-03FF', 'U+4??', 'U+41'].map(latin)).toEqual([false, false, false]);
});

test('a font of the remote is a file of its release with a hash in its name, once, and its sheet names it', async () => {
  const font = readFileSync(join(root, 'shared/company/fonts/figtree.woff2'));
  const css = "@font-face { font-family: Own; src: url('./own.woff2') format('woff2'), url('./own.woff') }";
  const built = await buildFiles({
    'src/page.ts': "import './own.css';\nimport names from './page.module.css';\nexport default names;\n",
    'src/own.css': `${css}\n.own { font-family: Own }`,
    'src/page.module.css': '.title { font-family: Own }',
    'src/own.woff2': font,
  });
  const sheet = Object.entries(built).find(([file]) => file.endsWith('.css'))?.[1] ?? '';
  const fonts = Object.keys(built).filter((file) => file.endsWith('.woff2'));
  expect(fonts).toEqual([expect.stringMatching(/^web\/fonts\/own\.[\da-f]{8}\.woff2$/)]);
  expect(sheet).toContain('font-display:swap');
  expect(fontsOf(sheet).map(({ address }) => address)).toEqual([
    fonts[0]?.replace('web/', '/assets/events/') ?? 'no font',
  ]);
});
