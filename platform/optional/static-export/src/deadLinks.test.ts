import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from '@rstest/core';
import { assertNoDeadLinks } from './deadLinks.ts';

const site = 'https://www.example.com';

const whole = {
  'robots.txt': `User-agent: *\n\nSitemap: ${site}/sitemap.xml\n`,
  'sitemap.xml': `<urlset><url><loc>${site}/en</loc><xhtml:link hreflang="en" href="${site}/en"/></url></urlset>`,
  _redirects: '/en/ /en 301\n/* /404.html 404\n',
  '404.html': '<a href="/">Home</a>',
  'index.html': '<a href="/en?from=root#main">English</a><a href="https://elsewhere.example/gone">Elsewhere</a>',
  'en/index.html': '<main id="main"></main><img srcset="/assets/a.svg 1x, data:image/svg+xml,%3Csvg 2x">',
  'en/atom.xml': `<feed><id>${site}/en</id><link href="${site}/en/atom.xml"/></feed>`,
  'en/manifest.webmanifest': '{"start_url":"/en","icons":[{"src":"/assets/a.svg"}]}',
  'assets/a.svg': '<svg><path id="wall"/><use href="#wall"/></svg>',
  'assets/a.css': '@font-face{src:url(a.svg)}a{fill:url(#wall)}',
};

async function check(files: Readonly<Record<string, string>> = {}): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'site-links-'));
  for (const [path, content] of Object.entries({ ...whole, ...files })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return await assertNoDeadLinks(folder);
}

test('a site without dead links passes, whatever other sites do', async () => {
  expect(await check()).toBeGreaterThan(12);
});

test('an old address with a parameter leads to pages, of which each has its own', async () => {
  const moved = '/en/fairs/:id /en/events/:id 301';
  expect(await check({ _redirects: `${moved}\n${whole._redirects}` })).toBe(await check());
});

test.each([
  ['a link', 'index.html', '<a href="/fr">', '/fr'],
  ['a fragment', 'index.html', '<a href="/en#prices">', '/en#prices'],
  ['a fragment of the page itself', 'en/index.html', '<a href="#top">Top</a><a href="#main">', '#main'],
  ['an escaped address', 'index.html', '<a href="/en&#47;team">', '/en/team'],
  ['a picture', 'index.html', '<img src="/assets/b.svg">', '/assets/b.svg'],
  ['a picture among others', 'index.html', '<source srcset="/assets/a.svg 1x, /assets/b.svg 2x">', '/assets/b.svg'],
  ['an alternate', 'index.html', `<link hreflang="es" href="${site}/es">`, `${site}/es`],
  ['a social card', 'index.html', `<meta content="${site}/cards/en.png">`, `${site}/cards/en.png`],
  ['a script of the starter', 'index.html', '<script data-modules="/assets/a.svg /assets/b.js">', '/assets/b.js'],
  ['a script’s import map', 'index.html', '<script type="importmap">{"integrity":{"/assets/b.js":""}}', '/assets/b.js'],
  ['a frame’s own document', 'index.html', '<iframe srcdoc="&lt;a href=/gone>">', '/gone'],
  ['an inline style', 'index.html', '<style>a{background:url("/assets/b.svg")}</style>', '/assets/b.svg'],
  ['a style sheet', 'assets/a.css', '@import url(b.css);', 'b.css'],
  ['the sitemap', 'sitemap.xml', `<loc>${site}/en/gone</loc>`, `${site}/en/gone`],
  ['an alternate in the sitemap', 'sitemap.xml', `<x:link hreflang="fr" href="${site}/fr"/>`, `${site}/fr`],
  ['a feed', 'en/atom.xml', `<link href="${site}/en/blog/gone"/>`, `${site}/en/blog/gone`],
  ['a web manifest', 'en/manifest.webmanifest', '{"icons":[{"src":"/b.png"}]}', '/b.png'],
  ['a redirect', '_redirects', '/fr/* /fr/404.html 404', '/fr/404.html'],
  ['the address of the sitemap', 'robots.txt', `Sitemap: ${site}/map.xml`, `${site}/map.xml`],
])('%s that leads nowhere is named with its file', async (_, file, content, address) => {
  await expect(check({ [file]: content })).rejects.toMatchObject({
    code: 'SITE-LINKS',
    message: expect.stringContaining(`\n${file}: ${address}`),
  });
});

test('a folder that isn’t an export is refused', async () => {
  await expect(check({ 'robots.txt': '' })).rejects.toThrow('SITE-LINKS');
});

test('a folder that isn’t there is refused', async () => {
  await expect(assertNoDeadLinks(join(tmpdir(), 'no-such-export'))).rejects.toThrow('SITE-LINKS');
});
