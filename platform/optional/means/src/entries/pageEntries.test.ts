import { expect, test } from '@rstest/core';
import type { ApiAnswer } from '@site/renderer/apiCalls.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { composeTable } from '@site/shared/routes/composeTable.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { absentPath } from '@site/shared/routes/table.ts';
import { declaredPage } from '@site/testkit/releases/fixtures.ts';
import { meansLimits } from '../limits.ts';
import { entriesReader } from './pageEntries.ts';

const { routes } = composeTable(openPolicy, [
  {
    remote: 'events',
    pages: [
      declaredPage({ name: 'events', path: 'events' }),
      declaredPage({ name: 'past', path: 'events/past' }),
      declaredPage({ name: 'event', path: 'events/:id', entries: { api: 'dates', path: 'entries.json' } }),
      declaredPage({ name: 'talk', path: 'events/:id/:talk' }),
    ],
  },
]);

/** The entries that an API answers with, what it was asked, and what was logged. */
async function listed(answer: Partial<ApiAnswer>) {
  const logged: string[] = [];
  const asked: unknown[] = [];
  const read = entriesReader({
    call: async (call) => {
      asked.push(call);
      return { status: 200, headers: {}, body: '[]', ...answer };
    },
    logError: (text) => logged.push(text),
  });
  const entries = (await read.all(routes)).flat();
  const paths = entries.flatMap((entry) =>
    languages.flatMap((language) =>
      entry.paths[language] === absentPath ? [] : `/${language}/${entry.paths[language]}`,
    ),
  );
  return { read, entries, logged, asked, paths };
}

const withEntries = async (...entries: readonly unknown[]) => await listed({ body: JSON.stringify(entries) });

test('each entry is read in its languages, with the day of its last change', async () => {
  const { entries, paths, asked, logged } = await withEntries(
    { params: { id: 'fair' }, title: 'A fair', lastModified: '2026-02-03' },
    { params: { id: 'soirée & co' }, languages: ['fr', 'it'], lastModified: '2025-01-01T00:00:00+01:00' },
  );
  expect(asked).toEqual([{ path: '/api/remotes/dates/entries.json', remote: 'events' }]);
  expect(logged).toEqual([]);
  expect(paths).toEqual([
    ...languages.map((language) => `/${language}/events/fair`),
    '/fr/events/soir%C3%A9e%20%26%20co',
  ]);
  expect(entries.map(({ changed }) => changed?.toISOString())).toEqual([
    '2026-02-03T00:00:00.000Z',
    '2024-12-31T23:00:00.000Z',
  ]);
});

test.each<[string, unknown]>([
  ['dots', { params: { id: '..' } }],
  ['a slash', { params: { id: 'a/b' } }],
  ['a backslash', { params: { id: '..\\a' } }],
  ['an address elsewhere', { params: { id: '//evil.example' } }],
  ['a line break', { params: { id: 'a\nb' } }],
  ['half a character', { params: { id: '\ud800' } }],
  ['nothing', { params: { id: '' } }],
  ['too much', { params: { id: 'a'.repeat(meansLimits.entries.parameter + 1) } }],
  ['a number', { params: { id: 5 } }],
  ['no parameter', {}],
  ['another parameter', { params: { slug: 'a' } }],
  ['a property of every object', { params: { constructor: 'a' } }],
  ['another page’s address', { params: { id: 'past' } }],
  ['unknown languages alone', { params: { id: 'a' }, languages: ['it', 'xx'] }],
  ['no language', { params: { id: 'a' }, languages: [] }],
  ['a day that never was', { params: { id: 'a' }, lastModified: '2026-02-31' }],
  ['a date in words', { params: { id: 'a' }, lastModified: 'tomorrow' }],
  ['text', 'fair'],
  ['nothing at all', null],
])('an entry with %s is left out, and the others stay', async (_, entry) => {
  const { paths, logged } = await withEntries(entry, { params: { id: 'fair' }, languages: ['en'] });
  expect(paths).toEqual(['/en/events/fair']);
  expect(logged).toEqual([expect.stringMatching(/^SITE-ENTRIES .*"event".* 1 of 2 entries can’t be used/)]);
});

test('markup in an entry is a part of its address', async () => {
  const { paths } = await withEntries({ params: { id: '"><script>&' }, languages: ['en'] });
  expect(paths).toEqual(['/en/events/%22%3E%3Cscript%3E%26']);
});

test('an entry that is there twice counts once', async () => {
  const { paths, logged } = await withEntries({ params: { id: 'a' } }, { params: { id: 'a' }, languages: ['en'] });
  expect(paths).toHaveLength(3);
  expect(logged[0]).toContain('are there twice');
});

test('no more entries are read than a page may have', async () => {
  const { ofPage: most } = meansLimits.entries;
  const many = Array.from({ length: most + 5 }, (_, index) => ({ params: { id: `${index}` } }));
  const { entries, logged } = await withEntries(...many);
  expect(entries).toHaveLength(most);
  expect(logged[0]).toContain(`Only the first ${most} of ${most + 5}`);
});

test.each<[string, Partial<ApiAnswer>, string]>([
  ['is not JSON', { body: '<html>' }, 'not a list'],
  ['is no list', { body: '{"0":{"params":{"id":"a"}}}' }, 'not a list'],
  ['is nested without end', { body: '['.repeat(1_000_000) }, 'not a list'],
  ['is refused', { status: 404 }, 'status 404'],
])('an answer that %s leaves the sitemap without entries, and the log says so', async (_, answer, reason) => {
  const { paths, logged } = await listed(answer);
  expect(paths).toEqual([]);
  expect(logged).toEqual([expect.stringContaining(reason)]);
});

test('the same answer is read, and complained of, once; an API that can’t be reached is not reported here', async () => {
  const { read, logged, entries } = await listed({ body: '[{"params":{"id":"a"}},5]' });
  const [again] = await read.all(routes);
  expect(logged).toHaveLength(1);
  expect(again).toEqual(entries);
  expect((await read.all(routes))[0]).toBe(again);
  expect((await listed({ status: 0, body: '' })).logged).toEqual([]);
});

test('an answer is asked for again when it is no longer fresh, and not before', async () => {
  const asked: unknown[] = [];
  const call = async (api: unknown) => {
    asked.push(api);
    return { status: 200, headers: {}, body: '[]', freshFor: 60_000 };
  };
  const read = entriesReader({ call, logError: () => {} });
  await read.all(routes);
  await read.all(routes);
  expect(asked).toHaveLength(1);
});
