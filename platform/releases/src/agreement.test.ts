import { expect, test } from '@rstest/core';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { openPolicy, type RoutePolicy } from '@site/shared/routes/policy.ts';
import { type AppOverrides, buildApp, declaredPage, newFolder } from '@site/testkit/releases/fixtures.ts';
import { askedBy, assertAgreed, notAgreed, withAgreement } from './agreement.ts';

const list = declaredPage({ name: 'events', path: 'events', places: ['menu'] });
const single = declaredPage({ name: 'event', path: 'events/:id', was: { fr: ['evenements/:id'] }, languages: ['fr'] });
const forms = { signup: { to: 'dates/signups', fields: { name: {}, email: { format: 'email' } } } } as const;
const find = declaredPage({ name: 'find', path: 'events/find', languages: ['fr'], search: { q: { max: 100 } } });
const entries = { api: 'dates', path: 'entries.json' };
const facts = { forms, packages: { zod: '4.1.0' }, apis: { dates: { description: 'Fairs' } }, pages: [list, single] };

const version = async (changed: AppOverrides = {}): Promise<ReleaseManifest> =>
  await buildApp(await newFolder(), { name: 'events', ...facts, ...changed });

const agreedWith = async (changed: AppOverrides = {}): Promise<RoutePolicy> =>
  withAgreement(openPolicy, await version(changed));

test('a version asks for APIs, forms, packages, addresses old and new, and places', async () => {
  expect(askedBy(await version())).toEqual({
    apis: ['dates'],
    forms: ['signup to dates/signups: name email'],
    packages: ['zod@4.1.0'],
    addresses: ['/en/events', '/fr/events', '/es/events', '/fr/events/:id', '/fr/evenements/:id'],
    searches: [],
    feeds: [],
    places: ['menu: events'],
    contact: [],
    words: ['menu: events (en: events)', 'menu: events (fr: events)', 'menu: events (es: events)'],
    redirects: [],
  });
});

test('a version asks for searches and feeds, in the languages of their pages', async () => {
  const { searches, feeds } = askedBy(await version({ pages: [list, { ...single, entries, feed: true }, find] }));
  expect([searches, feeds]).toEqual([['q of page find, up to 100 characters'], ['/fr/events/atom.xml']]);
  const ofBefore = declaredPage({ name: 'event', path: 'events/:id', entries, feed: true });
  const { es: _, ...paths } = ofBefore.paths;
  const earlier = { ...(await version()), pages: [{ ...ofBefore, paths: paths as typeof ofBefore.paths }] };
  expect(askedBy(earlier).feeds, 'before the site had Spanish').toEqual(['/en/events/atom.xml', '/fr/events/atom.xml']);
});

test('a remote that the policy doesn’t name is not limited', async () => {
  const { agreed } = await agreedWith();
  expect(notAgreed(openPolicy, await version())).toBeUndefined();
  expect(notAgreed({ ...openPolicy, agreed: { blog: agreed?.events ?? {} } }, await version())).toBeUndefined();
});

test('what was agreed to may be shown, also less of it', async () => {
  const policy = await agreedWith();
  expect(notAgreed(policy, await version())).toBeUndefined();
  expect(notAgreed(policy, await version({ packages: {}, apis: {}, forms: {}, pages: [] }))).toBeUndefined();
});

test.each<[string, AppOverrides, string]>([
  ['a package', { packages: { ...facts.packages, leaflet: '1.9.4' } }, 'packages leaflet@1.9.4'],
  ['another version of a package', { packages: { zod: '4.2.0' } }, 'packages zod@4.2.0'],
  ['an API', { apis: { ...facts.apis, people: { description: 'Speakers' } } }, 'apis people'],
  [
    'a page, and a place for it',
    {
      pages: [
        list,
        single,
        declaredPage({ name: 'sales', path: 'events/sales', places: ['footer'], languages: ['es'] }),
      ],
    },
    'addresses /es/events/sales; places footer: sales',
  ],
  [
    'a language',
    { pages: [list, declaredPage({ name: 'event', path: 'events/:id' })] },
    '/en/events/:id, /es/events/:id',
  ],
  [
    'any value in a query',
    { pages: [{ ...list, freeQuery: { sku: { max: 40 } } }, single] },
    'searches sku of page events, up to 40 characters',
  ],
  [
    'a search',
    { pages: [{ ...list, search: { q: { max: 50 } } }, single] },
    'searches q of page events, up to 50 characters',
  ],
  ['a feed', { pages: [list, { ...single, entries, feed: true }] }, 'feeds /fr/events/atom.xml'],
  ['the site’s contact form', { pages: [{ ...list, form: 'contact' }, single] }, 'contact on page events'],
  [
    'another word in the menu',
    {
      pages: [
        declaredPage({ ...list, path: 'events', words: { ...list.words, fr: { title: 'Dates', link: 'Gratis' } } }),
      ],
    },
    'words menu: events (fr: Gratis)',
  ],
  [
    'other words in the footer',
    {
      pages: [
        declaredPage({
          ...list,
          path: 'events',
          places: ['menu', 'footer'],
          words: { ...list.words, en: { title: 'Events', link: 'events', footerLink: 'All events' } },
        }),
      ],
    },
    'footer: events (en: All events)',
  ],
  ['a way to other sites', { pages: [list, { ...single, isRedirect: true }] }, 'redirects page event'],
  [
    'an old address',
    { pages: [declaredPage({ name: 'events', path: 'events', was: { en: ['fairs'] } })] },
    '/en/fairs',
  ],
])('a version that also asks for %s needs another yes', async (_, changed, named) => {
  const policy = await agreedWith();
  const asking = await version(changed);
  expect(notAgreed(policy, asking)).toContain(named);
  expect(() => assertAgreed(policy, asking)).toThrow(
    /^RELEASE-AGREE events@version-1 asks for .*: npx site policy --agree events@version-1$/,
  );
  const both = withAgreement(policy, asking);
  for (const agreed of [asking, await version()])
    expect(notAgreed(both, agreed), 'the earlier one stays').toBeUndefined();
});

test('the owner limits only some kinds, and agrees to a package whatever its version', async () => {
  const policy = { ...openPolicy, agreed: { events: { packages: ['zod', '@fullcalendar/core'] } } };
  expect(
    notAgreed(policy, await version({ packages: { zod: '9.0.0', '@fullcalendar/core': '7.0.0' } })),
  ).toBeUndefined();
  expect(notAgreed(policy, await version({ packages: { zod: '9.0.0', 'zod-to-ts': '1.0.0' } }))).toBe(
    'packages zod-to-ts@1.0.0',
  );
  const next = withAgreement(policy, await version({ packages: { zod: '4.1.0', leaflet: '1.9.4' } }));
  expect(next.agreed).toEqual({ events: { packages: ['zod', '@fullcalendar/core', 'leaflet@1.9.4'] } });
});

test('an agreement from before contact forms, words and redirects could be limited refuses none, until the owner agrees again', async () => {
  const policy = await agreedWith();
  const { contact: _, words: __, redirects: ___, ...first } = policy.agreed?.events ?? {};
  const earlier = { ...policy, agreed: { events: first } };
  const live = await version({
    pages: [
      { ...list, form: 'contact' },
      { ...single, isRedirect: true },
    ],
  });
  expect(notAgreed(earlier, live)).toBeUndefined();
  const renewed = withAgreement(earlier, live);
  expect(notAgreed(renewed, live)).toBeUndefined();
  const asking = await version({ pages: [list, { ...single, form: 'contact' }] });
  expect(notAgreed(renewed, asking)).toBe('contact on page event');
  const some = withAgreement({ ...openPolicy, agreed: { events: { apis: ['dates'] } } }, live);
  expect(some.agreed, 'a choice stays').toEqual({ events: { apis: ['dates'] } });
});

test('a version that doesn’t name its packages has to be published again, where they are limited', async () => {
  const { packages: _, ...early } = await version();
  expect(() => withAgreement(openPolicy, early)).toThrow(
    /^RELEASE-AGREE .*packages that it doesn’t name\. Publish it again/,
  );
  expect(notAgreed({ ...openPolicy, agreed: { events: { apis: ['dates'] } } }, early)).toBeUndefined();
});

test('a version doesn’t ask for a language that the site has added since', async () => {
  const { pages = [], ...built } = await version({ pages: [list] });
  const inTwo = pages.map(({ paths: { es: _, ...paths }, ...page }) => ({ ...page, paths }));
  expect(askedBy({ ...built, pages: inTwo } as unknown as ReleaseManifest).addresses).toEqual([
    '/en/events',
    '/fr/events',
  ]);
});
