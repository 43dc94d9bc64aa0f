import { expect, rs, test } from '@rstest/core';
import type { Release } from '@site/releases/Release.ts';
import { specifiedRoutesIn } from '@site/shared/testing/routes.ts';
import type { Head, HeadTag } from '@site/shell/head/head.ts';
import { link, meta, openGraph } from '@site/shell/head/tags.ts';
import { rendererLimits } from '../limits.ts';
import { readOutcome } from './readOutcome.ts';

const releaseOf = (name: string) => ({ manifest: { name, version: 'version-1' } }) as unknown as Release;

const origin = 'https://site.example';
const registry = { blog: { release: 'version-1', entry: '/assets/blog/entry.js' } };
const routes = specifiedRoutesIn('en');
const asked = {
  job: { request: { url: '/en/blog', language: 'en' }, origin, registry, routes },
  shell: releaseOf('shell'),
  remote: releaseOf('blog'),
  page: 'blog',
  visitor: {},
} as const;

const head: Head = {
  title: 'Blog of the site',
  name: 'Blog',
  tags: [meta('description', 'News'), link('canonical', `${origin}/en/blog`)],
};
const view = { head, strings: { blog: { title: 'Blog' } }, page: { data: [1] } };

const answerOf = (json: string, more: object = {}) => ({
  kind: 'view',
  html: '<h1>Blog</h1>',
  view: json,
  missingTexts: [],
  ...more,
});

const read = (changed: object = {}, more: object = {}) =>
  readOutcome(answerOf(JSON.stringify({ ...view, ...changed }), more), asked);

const withTag = (tag: HeadTag) => read({ head: { ...head, tags: [tag] } });

const refused = { kind: 'threw', message: expect.stringContaining('SITE-ANSWER blog@version-1') };

test('a document names the remotes of its page and of the pages that it links to, and no others', () => {
  const known = { ...registry, contact: registry.blog, marketing: registry.blog };
  const html = '<a href="/en/contact?subject=other#form">Contact</a><a href="https://elsewhere.example/en/services">';
  const outcome = readOutcome(answerOf(JSON.stringify(view), { html }), {
    ...asked,
    job: { ...asked.job, registry: known },
  });
  const parts = 'parts' in outcome ? outcome.parts : undefined;
  expect(parts?.remotes).toEqual(new Set(['contact', 'blog']));
  expect(Object.keys(parts?.boot.registry ?? {})).toEqual(['blog', 'contact']);
});

test('the server writes the head and the data of a page’s document', () => {
  expect(read()).toEqual({
    kind: 'whole',
    status: 200,
    missingTexts: [],
    parts: {
      language: 'en',
      html: '<h1>Blog</h1>',
      head: `<title>Blog of the site</title><meta data-head name="description" content="News"><link data-head rel="canonical" href="${origin}/en/blog">`,
      boot: {
        request: { url: '/en/blog', language: 'en' },
        page: { name: 'blog', params: {}, data: [1], result: undefined, remote: 'blog', release: 'version-1' },
        strings: view.strings,
        origin,
        registry,
        routes,
      },
      module: { remote: 'blog', name: './list' },
      remotes: new Set(['blog']),
    },
  });
});

test.each([
  ['of a page that comes again is remembered', 1, asked],
  ['with what a visitor searched isn’t', 2, { ...asked, visitor: { isSearch: true } }],
  ['with what a visitor wrote into a form isn’t', 2, { ...asked, job: { ...asked.job, result: { values: {} } } }],
] as const)('the description %s', (what, times, rendered) => {
  const json = JSON.stringify({ ...view, page: { data: what } });
  const parse = rs.spyOn(JSON, 'parse');
  try {
    for (const _ of [1, 2]) expect(readOutcome(answerOf(json), rendered)).toMatchObject({ kind: 'whole', status: 200 });
    expect(parse.mock.calls.filter(([text]) => text === json)).toHaveLength(times);
  } finally {
    parse.mockRestore();
  }
});

test('what the server knows is not taken from the answer', () => {
  for (const claim of [{ registry: {} }, { origin: 'https://evil.example' }, { page: { data: 1, remote: 'contact' } }])
    expect(read(claim)).toEqual(refused);
  expect(read({ strings: { contact: { send: 'Send it to evil.example' } } })).toEqual(refused);
});

test.each<[string, HeadTag]>([
  ['a refresh', { element: 'meta', attributes: { 'http-equiv': 'refresh', content: '0; url=https://evil.example' } }],
  ['a policy', { element: 'meta', attributes: { 'http-equiv': 'content-security-policy', content: '' } }],
  ['a referrer policy', meta('referrer', 'unsafe-url')],
  ['a style sheet', link('stylesheet', '/assets/blog/evil.css')],
  ['a preloaded module', link('modulepreload', '/assets/contact/entry.js')],
  ['an early connection', link('preconnect', 'https://evil.example')],
  ['an event handler', link('canonical', `${origin}/en/blog`, { onerror: 'alert(1)' })],
  ['a script as its address', link('canonical', 'javascript:alert(1)')],
  ['a manifest of elsewhere', link('manifest', 'https://evil.example/manifest.webmanifest')],
  ['a picture that is no address', openGraph('og:image', 'javascript:alert(1)')],
  ['another element', { element: 'base', attributes: { href: 'https://evil.example' } } as unknown as HeadTag],
  ['a name that is markup', { element: 'meta', attributes: { 'name><script>': '' } }],
])('a head with %s is refused', (_, tag) => {
  expect(withTag(tag)).toEqual(refused);
});

test.each(['javascript:alert(1)', '//evil.example', '/\\evil.example', 'data:text/html,x'])(
  'a head that leads visitors without JavaScript to %s is refused',
  (url) => {
    expect(read({ head: { ...head, refresh: { seconds: 0, url } } })).toEqual(refused);
  },
);

const elsewhere = 'https://evil.example/en/blog';

const writtenHead = (outcome: ReturnType<typeof readOutcome>) => ('parts' in outcome ? outcome.parts.head : '');

test.each<[string, object, string]>([
  ['canonical', { tags: [link('canonical', elsewhere)] }, `canonical ${elsewhere}`],
  ['alternate', { tags: [link('alternate', elsewhere, { hreflang: 'fr' })] }, `alternate ${elsewhere}`],
  ['og:url', { tags: [openGraph('og:url', elsewhere)] }, `og:url ${elsewhere}`],
  ['twitter:image', { tags: [meta('twitter:image', elsewhere)] }, `twitter:image ${elsewhere}`],
  ['refresh', { refresh: { seconds: 0, url: elsewhere } }, `refresh ${elsewhere}`],
])('an address elsewhere as %s is left out of a head, unless the page is a redirect', (_, changed, leftOut) => {
  const json = JSON.stringify({ ...view, head: { ...head, ...changed } });
  const pages = [{ name: 'blog', isRedirect: true }, { name: 'other' }];
  const remote = { manifest: { ...releaseOf('blog').manifest, pages } } as unknown as Release;
  const [redirect, other, undeclared] = [
    { ...asked, remote, page: 'blog' },
    { ...asked, remote, page: 'other' },
    asked,
  ].map((rendered) => readOutcome(answerOf(json), rendered));
  for (const outcome of [other, undeclared]) {
    expect(outcome).toMatchObject({ kind: 'whole', status: 200, leftOut: [leftOut] });
    expect(outcome && writtenHead(outcome)).not.toContain('evil.example');
  }
  expect(redirect).not.toHaveProperty('leftOut');
  expect(redirect && writtenHead(redirect)).toContain('evil.example');
});

test('a head keeps the addresses of its own site', () => {
  const picture = openGraph('og:image', `${origin}/card.png`);
  const tags = [...head.tags, picture, link('alternate', `${origin}/fr/blog`, { hreflang: 'fr' })];
  const outcome = read({ head: { ...head, tags, refresh: { seconds: 0, url: '/' } } });
  expect(outcome).not.toHaveProperty('leftOut');
  expect(writtenHead(outcome)).toMatch(/canonical.*og:image.*hreflang.*url=\//);
});

test('text stays text, whatever it says', () => {
  const hostile = '</title></script><script>alert(1)</script>';
  const outcome = read({
    head: { ...head, title: hostile, tags: [meta('description', hostile)] },
    structuredData: { headline: hostile },
    page: { data: hostile },
  });
  const { parts } = outcome as Extract<typeof outcome, { parts: unknown }>;
  expect(parts.head.match(/<script/g)).toHaveLength(1);
  expect(parts.head).not.toContain('<script>');
});

test.each([
  ['is nothing', undefined],
  ['is a list of modules', [{ module: './list', keys: {} }]],
  ['says its status', answerOf(JSON.stringify(view), { status: 301 })],
  ['has too much HTML', answerOf(JSON.stringify(view), { html: 'x'.repeat(rendererLimits.renderedPage + 1) })],
  [
    'has too many bytes of HTML in fewer characters',
    answerOf(JSON.stringify(view), { html: '€'.repeat(rendererLimits.renderedPage / 2) }),
  ],
  [
    'has data that takes too much when it is escaped',
    answerOf(JSON.stringify({ ...view, page: { data: '<'.repeat(rendererLimits.renderedPage / 2) } })),
  ],
  ['has a script', answerOf(JSON.stringify(view), { html: '<SCRIPT src="/assets/contact/entry.js">' })],
  ['has a base', answerOf(JSON.stringify(view), { html: '<base href="https://evil.example">' })],
  ['has settings of the document', answerOf(JSON.stringify(view), { html: '<HTML data-api-origin=//evil.example>' })],
  ['takes the id of the site', answerOf(JSON.stringify(view), { html: '<body/id="site">' })],
  ['has frames', answerOf(JSON.stringify(view), { html: '<frameset>' })],
  ['redirects', { kind: 'redirect', location: 'https://evil.example' }],
  ['tells the outcome of a form', answerOf(JSON.stringify({ ...view, page: { data: 1, result: { values: {} } } }))],
  ['isn’t JSON', answerOf('{')],
  ['is nested too deeply', answerOf(`{"page":${'['.repeat(50_000)}${']'.repeat(50_000)}}`)],
  [
    'is nested deeply',
    answerOf(JSON.stringify({ ...view, page: { data: JSON.parse('[['.repeat(20) + ']]'.repeat(20)) } })),
  ],
  ['names a prototype', answerOf(JSON.stringify(view).replace('"data":[1]', '"data":{"__proto__":{"isAdmin":true}}'))],
  ['adds a field', answerOf(JSON.stringify(view), { isIncomplete: false })],
])('an answer that %s is a failed rendering of its release', (_, answer) => {
  expect(readOutcome(answer, asked)).toEqual(refused);
});

test('elements whose names only begin like those stay', () => {
  expect(read({}, { html: '<header><body-map></body-map></header>' })).toMatchObject({ kind: 'whole' });
});

test('a page is refused when no release was asked for one', () => {
  expect(readOutcome(answerOf(JSON.stringify(view)), { ...asked, remote: undefined })).toMatchObject({
    kind: 'threw',
    message: expect.stringContaining('SITE-ANSWER shell@version-1'),
  });
});

test('the error tells a team how large its page is, and how large it may be', () => {
  const { renderedPage } = rendererLimits;
  expect(readOutcome(answerOf(JSON.stringify(view), { html: 'x'.repeat(renderedPage + 1) }), asked)).toMatchObject({
    message: expect.stringContaining(`html: has ${renderedPage + 1} bytes, where at most ${renderedPage} are allowed`),
  });
});
