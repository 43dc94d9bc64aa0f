import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addresses } from '@site/testkit/site/addresses.ts';
import { type Answer, ask, unescapeHtml } from '@site/testkit/site/http.ts';
import { expect, runCli, test } from '../support/serverTest.ts';

/** Texts that would run or break out of their context if a page treated them as markup. */
const payloads = [
  '"><script>hacked()</script>',
  "'><img src=x onerror=hacked()>",
  '</script><svg onload=hacked()>',
  '</title></style></noscript><iframe srcdoc="<script>hacked()</script>">',
  '<!--<script>hacked()',
  '{{constructor.constructor("hacked()")()}} $' + '{hacked()}',
  'javascript:hacked()',
  '\u2028\u2029<script>hacked()</script>',
] as const;

/** Markup that payloads would create in elements, attributes, script data or a frame's document. */
const markup = /<(?:script|img|svg|iframe)\b[^>]*(?:>hacked|onload=|onerror=|srcdoc="<script)/i;

function expectText({ body, headers }: Answer, what: string): void {
  if (!headers.get('content-type')?.startsWith('text/html')) {
    expect(headers.get('content-type'), what).toMatch(/^(?:application\/json|text\/plain)/);
    expect(headers.get('x-content-type-options'), what).toBe('nosniff');
    return;
  }
  expect(body, what).not.toMatch(markup);
  expect(body, what).not.toMatch(/(?:href|src|action|url)="?\s*javascript:/i);
  for (const [, json = ''] of body.matchAll(/<script type="application\/[^>]*>(.*?)<\/script>/gs)) {
    expect(json, what).not.toContain('<');
    JSON.parse(json);
  }
  // The document of a frame is escaped in an attribute: unescaped, it must still contain only text.
  for (const [, frame = ''] of body.matchAll(/srcDoc="([^"]*)"/gi))
    expect(unescapeHtml(frame), what).not.toMatch(markup);
}

test('markup in news stays text on every page, and unsafe addresses are never links', async ({ startOwnSite }) => {
  const site = await startOwnSite();
  const items = payloads.map((payload, index) => ({
    uid: payload.slice(0, 150),
    slug: `hostile-${index}`,
    title: payload,
    source: payload.slice(0, 60),
    type: index % 2 ? 'youtube' : payload.slice(0, 30),
    publication_date: '2026-03-28',
    link: index % 2 ? 'javascript:hacked()' : `https://news.example/"><script>hacked()</script>`,
    url_video: index % 2 ? `https://www.youtube-nocookie.com/embed/x"><script>hacked()</script>` : null,
  }));
  const file = join(site.dataDir, 'hostile.json');
  await writeFile(file, JSON.stringify(items));
  expect(await runCli('news', site, 'import', file, '--lang', 'en')).toContain(`${payloads.length} added`);
  const list = await ask(site, addresses.en.blog);
  expect(list.body, 'the news are there').toContain('hacked');
  expectText(list, 'the list');
  for (const { slug, title } of items) {
    expectText(await ask(site, `${addresses.en.blog}/${slug}`), title);
    expectText(await ask(site, `/api/v1/blog/en/r/${slug}`), title);
  }
});

test('markup in addresses, headers and forms stays text', async ({ site }) => {
  for (const payload of payloads) {
    const inAddress = encodeURIComponent(payload);
    const paths = [
      `${addresses.en.blog}/${inAddress}`,
      `/${inAddress}`,
      `/en/${payload.replaceAll(/\s/g, '')}`,
      `${addresses.en.contact}?sent=${inAddress}`,
      `${addresses.en.team}?preview=marketing@${inAddress}&boundaries=${inAddress}`,
      `/assets/${inAddress}`,
      `/api/v1/${inAddress}`,
    ];
    for (const path of paths)
      expectText(await ask(site, path, { headers: { 'accept-language': 'fr;<script>' } }), path);
    const form = new URLSearchParams({ name: payload, email: payload, subject: 'x', message: payload });
    const headers = { 'x-forwarded-for': '198.19.7.7' };
    const refused = await ask(site, addresses.en.contact, { method: 'POST', headers, body: form });
    expect(refused.status, payload).toBe(422);
    expect(refused.body, 'what was typed is there again').toContain('hacked');
    expectText(refused, payload);
  }
});
