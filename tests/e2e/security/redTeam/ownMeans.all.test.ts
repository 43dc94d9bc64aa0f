/** A remote with everything that a team may have of its own: its description, and what its API answers, may be anything. */
import { expect, test } from '@rstest/core';
import { entriesFeed } from '@site/means/entries/entriesFeed.ts';
import { entriesReader, type PageEntry } from '@site/means/entries/pageEntries.ts';
import { formsSchema } from '@site/releases/forms.ts';
import { readManifest } from '@site/releases/manifest.ts';
import { newlyAsked } from '@site/releases/newlyAsked.ts';
import { readPolicy, routePolicy } from '@site/releases/policy.ts';
import { signRecord } from '@site/releases/signing/signatures.ts';
import { checkValues } from '@site/shared/contract/form/fields.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { composeTable } from '@site/shared/routes/composeTable.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { absentPath } from '@site/shared/routes/table.ts';
import { buildApp, declaredPage, newFolder } from '@site/testkit/releases/fixtures.ts';
import { SignedStore } from '@site/testkit/releases/signedStore.ts';
import fc from 'fast-check';
import { parseAtomFeed } from 'feedsmith';
import { outcomeOf, spoiled, trying } from './fuzzing.ts';

const module = './list';
const entries = { api: 'events', path: 'entries.json' };
const means = {
  ...(await buildApp(await newFolder())),
  apis: { events: { description: 'The fairs that we go to' } },
  packages: { 'date-fns': '4.4.0', zod: '4.6.7' },
  forms: {
    signup: {
      to: 'events/signups',
      fields: {
        ...{ name: { max: 100 }, email: { format: 'email' }, day: { options: ['monday'] }, note: { kind: 'text' } },
        ...{ code: { format: { pattern: '[A-Z]{2}-\\d{4,6}|x?' } }, agree: { kind: 'checkbox' } },
      },
    },
  },
  pages: [
    { ...declaredPage({ name: 'blog', path: 'blog' }), module, query: { plan: ['starter'] } },
    { ...declaredPage({ name: 'find', path: 'blog/find' }), module, search: { q: { max: 100 } } },
    { ...declaredPage({ name: 'event', path: 'blog/:id' }), module, form: 'signup', entries, feed: true },
    {
      ...declaredPage({ name: 'moved', path: 'blog/new' }),
      module,
      was: { en: ['blog/old'] },
      languages: ['en', 'fr'],
    },
  ],
};

test('a remote with all means is valid before anything is spoiled', () => {
  expect(newlyAsked(readManifest(JSON.stringify(means), 'release.json'), undefined).length).toBeGreaterThan(1);
});

test('any description of a remote with all means is refused, or can be shown to the owner and becomes pages', async () => {
  await fc.assert(
    fc.asyncProperty(spoiled(means), async (text) => {
      const read = await outcomeOf(() => readManifest(text, 'release.json'));
      if (typeof read === 'string') return void expect(['RELEASE-MANIFEST', 'RELEASE-LIMIT']).toContain(read);
      for (const shown of newlyAsked(read, undefined)) expect(shown).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
      composeTable(openPolicy, [{ remote: read.name, pages: read.pages ?? [] }]);
    }),
    trying('value'),
  );
});

/** The longest text that a field may take. */
const longest = 20_000;

test('any pattern of a field is refused, or never holds up a server, whatever is posted', () => {
  const part = fc.constantFrom(
    'a',
    'b',
    '\\d',
    '[ab]',
    '[a-z\\d]',
    '(',
    '(?:',
    ')',
    '|',
    '+',
    '*',
    '?',
    '{1,9}',
    '{0,40}',
    '{40}',
  );
  const posted = fc
    .array(fc.constantFrom('a', 'b', '1', '!'), { minLength: 1, maxLength: 3 })
    .map((one) => one.join(''));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), posted, (parts, one) => {
      const pattern = parts.join('');
      const fields = { code: { max: longest, format: { pattern } } };
      fc.pre(formsSchema.safeParse({ signup: { to: 'events/signups', fields } }).success);
      // What it computes, not how long it waits for a busy machine.
      const before = process.cpuUsage();
      checkValues(fields, { code: `${one.repeat(longest / one.length - 1)}!` });
      expect(process.cpuUsage(before).user / 1_000, pattern).toBeLessThan(100);
    }),
    trying('value'),
  );
});

test('any policy with grants, budgets and agreements is valid, or refused with a code and a short reason', async () => {
  const signed = await SignedStore.create();
  const key = await signed.addKey('owner');
  const policy = {
    ...openPolicy,
    grants: { events: { remote: 'blog', address: 'https://api.example.com/public/', token: 'REMOTE_API_EVENTS' } },
    budgets: { blog: { scripts: 100, fonts: 50 } },
    agreed: { blog: { packages: ['zod@4'], apis: ['events'], searches: ['q of page find, up to 100 characters'] } },
  };
  const stored = signRecord(routePolicy, policy, undefined, { key, site: 'https://www.example.com', life: 60_000 });
  await fc.assert(
    fc.asyncProperty(spoiled(stored), async (text) => {
      const read = await outcomeOf(() => readPolicy(text, 'policy.json'));
      if (typeof read === 'string') return void expect(read).toBe('RELEASE-POLICY');
      for (const { address, token = 'REMOTE_API_' } of Object.values(read.grants ?? {})) {
        expect(new URL(address).protocol).toMatch(/^https?:$/);
        expect(token).toMatch(/^REMOTE_API_/);
      }
    }),
    trying('value'),
  );
});

const listed = [
  { params: { id: 'fair' }, title: { en: 'A fair', fr: 'Une foire' }, summary: 'Monday', lastModified: '2026-01-02' },
  { params: { id: 'talk' }, languages: ['fr'], title: 'A talk', lastModified: '2026-01-02T03:04:05+01:00' },
];
const { routes } = composeTable(openPolicy, [
  {
    remote: 'events',
    pages: [
      declaredPage({ name: 'events', path: 'events' }),
      { ...declaredPage({ name: 'event', path: 'events/:id' }), entries, feed: true },
      declaredPage({ name: 'other', path: 'events/taken' }),
    ],
  },
]);

/** The addresses of an entry. */
const addressesOf = ({ paths }: PageEntry) =>
  languages.map((code) => paths[code]).filter((path) => path !== absentPath);

test('whatever an API lists, the sitemap gets addresses of its own page alone, and the feed is well-formed', async () => {
  await fc.assert(
    fc.asyncProperty(spoiled(listed), async (body) => {
      const call = async () => ({ status: 200, headers: {}, body });
      const read = (await entriesReader({ call, logError: () => {} }).of('event', routes)) ?? [];
      const addresses = read.flatMap(addressesOf);
      for (const path of addresses) expect(path).toMatch(/^events\/(?!taken$)[^/\\?#<>&"'\s]+$/);
      for (const language of languages) {
        const told = read.flatMap(({ paths, changed, texts }) => {
          const text = texts[language];
          return text && changed
            ? [{ path: `/${language}/${paths[language]}`, updated: changed, ...text, summary: text.summary }]
            : [];
        });
        const feed = entriesFeed({
          ...{ language, origin: 'https://www.example.com', path: '/atom.xml', list: '/en/events', title: 'Events' },
          entries: told,
          since: undefined,
        });
        expect(parseAtomFeed(feed).entries ?? []).toHaveLength(told.length);
      }
    }),
    trying('value'),
  );
});
