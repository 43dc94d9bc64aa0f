import { afterEach, expect, rs, test } from '@rstest/core';
import { currentTable, setTable } from '@site/shared/routes/currentTable.ts';
import type { LanguageRoutes } from '@site/shared/routes/table.ts';
import { specifiedRoutes, specifiedRoutesIn } from '@site/shared/testing/routes.ts';
import { liveRoutes } from './liveRoutes.ts';

const asked = rs.spyOn(globalThis, 'fetch');

afterEach(() => {
  asked.mockReset();
  setTable(specifiedRoutes);
});

const answer = (routes: LanguageRoutes) => asked.mockResolvedValueOnce(new Response(JSON.stringify(routes)));

const english = specifiedRoutesIn('en');

test('a tab requests no table in its own language until told to, and keeps the one that it has if nothing is new', async () => {
  const first = { ...english, titles: { home: 'Home' } };
  const routes = liveRoutes(first);
  expect(await routes.in('en')).toBe(first);
  expect(asked).not.toHaveBeenCalled();
  answer(english);
  expect(await routes.ask('en')).toBe(first);
  expect(asked.mock.calls[0]?.[0]).toBe('/routes.en.json');
});

test('a new table replaces the one of its language, and links use it', async () => {
  const routes = liveRoutes(english);
  expect(currentTable()).toBe(english);
  const next = { ...english, menu: [] };
  answer(next);
  expect(await routes.ask('en')).toEqual(next);
  expect(currentTable()).toEqual(next);
  expect((await routes.in('en')).menu).toEqual([]);
});

test('the table in another language is requested once', async () => {
  const routes = liveRoutes(english);
  answer(specifiedRoutesIn('fr'));
  const french = await routes.in('fr');
  expect(french.language).toBe('fr');
  expect(await routes.in('fr')).toBe(french);
  expect(asked).toHaveBeenCalledTimes(1);
});

test.each([
  ['an error', () => asked.mockResolvedValueOnce(new Response('', { status: 503 }))],
  ['a web page', () => asked.mockResolvedValueOnce(new Response('<!doctype html>'))],
  ['nothing', () => asked.mockRejectedValueOnce(new TypeError('offline'))],
])('with %s in place of a table, what was known stays', async (_, respond) => {
  const routes = liveRoutes(english);
  respond();
  await expect(routes.ask('en')).rejects.toThrow();
  expect(await routes.in('en')).toBe(english);
  expect(currentTable()).toBe(english);
});
