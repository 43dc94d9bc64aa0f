import { describe, expect, test } from '@rstest/core';
import { brand } from '@site/company/brand.ts';
import type { ApiCallName } from '../contract/api.ts';
import type { DeclaredPage } from '../contract/release.ts';
import type { Language } from '../i18n/languages.ts';
import { composeTable, routesIn } from './composeTable.ts';
import { withTable } from './currentTable.ts';
import { matchPath, pathIn } from './path.ts';
import { openPolicy, type RoutePolicy } from './policy.ts';
import { presentPath } from './presentPath.ts';
import { versionsOf } from './siteFiles.ts';
import { siteHas } from './siteParts.ts';

function page(name: string, path: string, more: Partial<DeclaredPage> = {}): DeclaredPage {
  const words = { title: `The ${name}`, link: name };
  return {
    name,
    module: `./${name}`,
    paths: { en: path, fr: path, es: path },
    words: { en: words, fr: words, es: words },
    ...more,
  };
}

const blog = { remote: 'blog', pages: [page('blog', 'blog', { places: ['menu'] }), page('article', 'blog/:slug')] };
const events = { remote: 'events', pages: [page('events', 'events', { places: ['menu', 'footer'] })] };

const policy: RoutePolicy = { ...openPolicy, claims: { blog: ['blog'] } };

const namesIn = (proposals: Parameters<typeof composeTable>[1], by = policy) =>
  Object.entries(composeTable(by, proposals).routes.pages).map(([name, { remote }]) => `${name} of ${remote}`);

const problemsOf = (proposals: Parameters<typeof composeTable>[1], by = policy) =>
  composeTable(by, proposals).problems.map(({ remote, page: { name }, code }) => `${remote} ${name} ${code}`);

test('remotes that the policy names come first, then the others by name, whichever went live first', () => {
  const art = { remote: 'art', pages: [page('art', 'art')] };
  const expected = ['blog of blog', 'article of blog', 'art of art', 'events of events'];
  expect(namesIn([events, art, blog])).toEqual(expected);
  expect(namesIn([blog, events, art])).toEqual(expected);
});

describe('a page is left out, and the others stay', () => {
  test.each<[string, DeclaredPage, string]>([
    ['below a prefix of another remote', page('news', 'blog/news'), 'RELEASE-ROUTE-TAKEN'],
    ['at a prefix that nobody has', page('news', 'news'), 'RELEASE-ROUTE-UNCLAIMED'],
    ['at the home page', page('news', ''), 'RELEASE-ROUTE-UNCLAIMED'],
    ['below a reserved prefix', page('news', 'events/admin/x'), 'RELEASE-ROUTE-RESERVED'],
    ['with a name that another remote has', page('blog', 'events/blog'), 'RELEASE-ROUTE-TAKEN'],
    ['at a path that the remote has already', page('again', 'events/:id'), 'RELEASE-ROUTE-TAKEN'],
  ])('%s', (_, added, code) => {
    const proposal = { remote: 'events', pages: [page('event', 'events/:name'), added, page('last', 'events/last')] };
    const by = { ...policy, reserved: ['events/admin'] };
    expect(problemsOf([proposal, blog], by)).toEqual([`events ${added.name} ${code}`]);
    expect(namesIn([proposal, blog], by)).toEqual([
      'blog of blog',
      'article of blog',
      'event of events',
      'last of events',
    ]);
  });
});

describe('a page whose path is another remote’s in one language', () => {
  const paths = { en: 'events', fr: 'blog/dates', es: 'eventos' };
  const by = { ...policy, claims: { ...policy.claims, events: ['events', 'eventos'] } };
  const dates = { remote: 'events', pages: [page('dates', '', { paths, places: ['menu'] })] };
  const { routes, problems } = composeTable(by, [dates, blog]);

  test('stays in the others, with its place in their menu', () => {
    expect(matchPath(routes, '/es/eventos')?.page).toBe('dates');
    expect(matchPath(routes, '/fr/blog/dates')?.page, 'of the blog').toBe('article');
    for (const address of ['/fr/%3F', '/fr', '/fr/dates']) expect(matchPath(routes, address)).toBeUndefined();
    const menuIn = (language: Language) => routesIn(language, routes).menu.map(({ label }) => label);
    expect([menuIn('en'), menuIn('fr')]).toEqual([['blog', 'dates'], ['blog']]);
    expect(Object.keys(routesIn('fr', routes).pages)).toEqual(['blog', 'article']);
  });

  test('is reported with the languages that it loses and keeps', () => {
    expect(problems.map(({ code, message }) => [code, message])).toEqual([
      [
        'RELEASE-ROUTE-TAKEN',
        'events proposes the page "dates" at /fr/blog/dates, which is blog’s by the route policy. Left out: fr; the page stays in en, es.',
      ],
    ]);
  });

  test('names only the versions that exist', () => {
    const dated = routes.pages.dates;
    expect(dated && versionsOf(dated).map(({ hreflang, path }) => `${hreflang} ${path}`)).toEqual([
      'en /en/events',
      'es /es/eventos',
      'x-default /en/events',
    ]);
  });
});

describe('a page that its remote proposes in one language', () => {
  const sales = page('sales', 'events/sales', { languages: ['fr'], places: ['menu', 'footer'] });
  const { routes, problems } = composeTable(policy, [{ remote: 'events', pages: [sales] }, blog]);

  test('has no address, no place and no version in others', () => {
    expect(problems).toEqual([]);
    expect(matchPath(routes, '/fr/events/sales')?.page).toBe('sales');
    for (const address of ['/en/events/sales', '/es/events/sales']) expect(matchPath(routes, address)).toBeUndefined();
    const { menu, footer, pages, titles } = routesIn('en', routes);
    expect(JSON.stringify([menu, footer, Object.keys(pages), titles])).not.toContain('sales');
    expect(routesIn('fr', routes).menu.map(({ label }) => label)).toContain('sales');
    const [route] = Object.values(routes.pages).filter(({ module }) => module === './sales');
    expect(route && versionsOf(route).map(({ hreflang, path }) => `${hreflang} ${path}`)).toEqual([
      'fr /fr/events/sales',
      'x-default /fr/events/sales',
    ]);
    expect(pathIn(routes, 'sales', 'en'), 'for links').toBeUndefined();
  });

  test('needs no claim in others', () => {
    const by: RoutePolicy = { ...policy, claims: { ...policy.claims, events: { en: [], fr: ['events'], es: [] } } };
    expect(problemsOf([{ remote: 'events', pages: [sales] }], by)).toEqual([]);
    expect(problemsOf([{ remote: 'events', pages: [{ ...sales, languages: ['en', 'fr'] }] }], by)).toEqual([
      'events sales RELEASE-ROUTE-UNCLAIMED',
    ]);
  });

  test('leaves its address there to others', () => {
    const list = page('list', 'events/sales', { languages: ['en'] });
    expect(problemsOf([{ remote: 'events', pages: [sales, list] }])).toEqual([]);
  });

  test('is no page of a site that lacks the language', () => {
    const german = { ...sales, languages: ['de'] as unknown as readonly Language[] };
    expect(composeTable(policy, [{ remote: 'events', pages: [german] }])).toMatchObject({
      routes: { pages: {} },
      problems: [],
    });
  });
});

describe('old paths', () => {
  const moved = (was: DeclaredPage['was'] & object, more: Partial<DeclaredPage> = {}) =>
    page('list', 'events/list', { was, ...more });
  const composed = (...pages: DeclaredPage[]) =>
    composeTable({ ...policy, reserved: ['events/admin'] }, [blog, { remote: 'events', pages }]);

  test('lead to their page in their language, and browsers get those of their own', () => {
    const { routes, problems } = composed(moved({ en: ['events/old'], fr: ['events/vieux', 'events/ancien'] }));
    expect(problems).toEqual([]);
    expect(presentPath(routes, '/en/events/old')).toBe('/en/events/list');
    const french = routesIn('fr', routes);
    expect(presentPath(french, '/fr/events/ancien')).toBe('/fr/events/list');
    expect(JSON.stringify(french)).not.toContain('events/old');
    expect(JSON.stringify(routesIn('es', routes))).not.toContain('"was"');
  });

  test.each<[string, string, string]>([
    ['that another remote may claim', 'blog/events', 'RELEASE-ROUTE-TAKEN'],
    ['that nobody may claim', 'old', 'RELEASE-ROUTE-UNCLAIMED'],
    ['that is reserved', 'events/admin/list', 'RELEASE-ROUTE-RESERVED'],
    ['that is the page’s own: a loop', 'events/list', 'RELEASE-ROUTE-TAKEN'],
    ['that is a live page, which itself has moved: a chain', 'events/new', 'RELEASE-ROUTE-TAKEN'],
    ['that another page had, too', 'events/shared', 'RELEASE-ROUTE-TAKEN'],
  ])('are refused where they are one %s; the page stays', (_, path, code) => {
    const other = page('new', 'events/new', { was: { en: ['events/shared'] } });
    const { routes, problems } = composed(other, moved({ en: [path] }));
    expect(problems.map((problem) => `${problem.page.name} ${problem.code}`)).toEqual([`list ${code}`]);
    expect(problems[0]?.message).toContain(`events says that the page "list" was at /en/${path}, `);
    expect(matchPath(routes, '/en/events/list')?.route.was).toBeUndefined();
  });

  test('don’t matter in a language that the page isn’t in', () => {
    const { routes, problems } = composed(moved({ en: ['old'], fr: ['events/vieux'] }, { languages: ['fr'] }));
    expect(problems).toEqual([]);
    expect(presentPath(routes, '/fr/events/vieux')).toBe('/fr/events/list');
  });
});

test('a remote that the policy grants nothing has no pages', () => {
  expect(namesIn([blog, events], { ...policy, others: 'none' })).toEqual(['blog of blog', 'article of blog']);
  expect(namesIn([blog, events], { ...policy, claims: { ...policy.claims, events: [] } })).toHaveLength(2);
});

test('the longest prefix decides: a remote may own a part of another one’s prefix', () => {
  const by: RoutePolicy = { ...policy, claims: { blog: ['blog'], events: ['blog/events'] } };
  const dates = { remote: 'events', pages: [page('dates', 'blog/events')] };
  expect(problemsOf([blog, dates], by)).toEqual([]);
  const { routes } = composeTable(by, [blog, dates]);
  expect(matchPath(routes, '/en/blog/events')?.page, 'before an article with that slug').toBe('dates');
  expect(matchPath(routes, '/en/blog/events/2030')).toBeUndefined();
});

describe('the navigation', () => {
  const menuOf = (by: RoutePolicy, ...proposals: Parameters<typeof composeTable>[1]) =>
    routesIn('en', composeTable(by, proposals).routes).menu.map(({ label }) => label);
  const ordered = (others: boolean): RoutePolicy => ({
    ...policy,
    menu: { pages: ['events', 'blog', 'gone'], others },
  });
  const shop = { remote: 'shop', pages: [page('shop', 'shop', { places: ['menu'] }), page('cart', 'shop/cart')] };

  test('shows the pages that ask for a place, in the order of the policy, then others if it allows them', () => {
    expect(menuOf(ordered(true), shop, blog, events)).toEqual(['events', 'blog', 'shop']);
    expect(menuOf(ordered(false), shop, blog, events)).toEqual(['events', 'blog']);
  });

  test('loses a place with its remote', () => {
    expect(menuOf(ordered(true), blog)).toEqual(['blog']);
  });

  test('has a footer with the shell’s own link, and others’ pages at the end', () => {
    const by: RoutePolicy = { ...policy, footer: { legal: [], company: ['careers', 'blog'], others: true } };
    expect(routesIn('fr', composeTable(by, [blog, events]).routes).footer).toEqual({
      legal: [],
      company: ['careers', { page: 'events', label: 'events' }],
    });
  });
});

test('a table has no page named after a property that every object has', () => {
  const { routes } = composeTable(openPolicy, []);
  for (const path of ['/en/constructor', '/en/__proto__']) expect(matchPath(routes, path)).toBeUndefined();
});

test('titles and labels have the site’s variables filled in', () => {
  const words = { title: '{{product}} {{year}}', link: '{{product}}, {{other}}' };
  const jobs = page('jobs', 'jobs', { places: ['menu'], words: { en: words, fr: words, es: words } });
  const routes = routesIn('en', composeTable(openPolicy, [{ remote: 'jobs', pages: [jobs] }]).routes);
  expect(routes.titles).toEqual({ jobs: `${brand.product} ${brand.copyrightYear}` });
  expect(routes.menu).toEqual([{ page: 'jobs', label: `${brand.product}, {{other}}` }]);
});

test('the menu has eight pages at most, those that the policy names first, and says which have no place', () => {
  const many = 'abcdefghi'.split('').map((name) => ({ remote: name, pages: [page(name, name, { places: ['menu'] })] }));
  const { routes, withoutPlace } = composeTable({ ...policy, menu: { pages: ['i'], others: true } }, [...many, blog]);
  expect(routes.menu).toEqual(['i', 'blog', 'a', 'b', 'c', 'd', 'e', 'f']);
  expect(withoutPlace).toEqual(['g', 'h']);
  expect(Object.keys(routes.pages), 'pages without a place stay').toContain('h');
  const roomy = composeTable({ ...policy, menu: { pages: [], others: true, atMost: 12 } }, [...many, blog]);
  expect([roomy.routes.menu.length, roomy.withoutPlace]).toEqual([10, []]);
});

describe('a fragment', () => {
  const cart = { remote: 'checkout', pages: [], fragments: { 'mini-cart': { module: './fragment-cart' } } };
  const pad = { remote: 'checkout-pad', pages: [], fragments: { 'checkout-pad-bar': { module: './fragment-bar' } } };
  const inspire = { remote: 'inspire', pages: [], fragments: { 'mini-cart': { module: './fragment-mine' } } };
  const given = (fragments: RoutePolicy['fragments'] = {}, more: Partial<RoutePolicy> = {}) =>
    composeTable({ ...policy, ...more, fragments }, [inspire, cart, pad]).routes;

  test('belongs to the remote that the policy gives it to, without a release of those that show it', () => {
    expect(given({ 'mini-cart': 'checkout' }).fragments).toMatchObject({ 'mini-cart': { remote: 'checkout' } });
    expect(given({ 'mini-cart': 'inspire' }).fragments).toMatchObject({ 'mini-cart': { module: './fragment-mine' } });
    expect(given({ 'mini-cart': 'explore' }).fragments, 'which doesn’t have it').not.toHaveProperty('mini-cart');
  });

  test('without a word of the policy, belongs to a remote whose name it begins with, or to nobody', () => {
    expect(Object.keys(given().fragments)).toEqual(['checkout-pad-bar']);
    expect(given({}, { others: 'none' }).fragments).toEqual({});
  });

  test('has a place of the shell only where the policy puts it, and somebody has it', () => {
    const slots = { bar: ['mini-cart', 'wish-list'] };
    expect(routesIn('en', given({ 'mini-cart': 'checkout' }, { slots }))).toMatchObject({
      fragments: { 'mini-cart': { remote: 'checkout', module: './fragment-cart' } },
      slots: { bar: ['mini-cart'] },
    });
    const none = composeTable(policy, [blog]).routes;
    expect(Object.keys(routesIn('en', none)), 'a site without any sends nothing of them').not.toContain('fragments');
  });
});

test('a site goes without what none of its remotes asks for; one that doesn’t say may ask for anything', () => {
  const lacks = (...asked: readonly (readonly ApiCallName[] | undefined)[]) => {
    const proposals = asked.map((calls, index) => ({ remote: `remote-${index}`, pages: [], ...(calls && { calls }) }));
    const { routes } = composeTable(openPolicy, proposals);
    expect(routesIn('en', routes).lacks, 'what documents are told').toEqual(routes.lacks);
    return routes.lacks;
  };
  expect(lacks([], [])).toEqual(['messages', 'news']);
  expect(lacks([], ['findArticle'])).toEqual(['messages']);
  expect(lacks(['listNews'], ['sendMessage'])).toBeUndefined();
  expect(lacks([], undefined)).toBeUndefined();
});

test('a page can ask whether the site has a part', () => {
  expect(siteHas('news')).toBe(true);
  withTable({ pages: {}, lacks: ['news'] }, () =>
    expect([siteHas('news'), siteHas('messages')]).toEqual([false, true]),
  );
});
