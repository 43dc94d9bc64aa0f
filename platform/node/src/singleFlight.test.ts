import { expect, test } from '@rstest/core';
import { singleFlight } from './singleFlight.ts';

test('simultaneous requests for a page share one rendering', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const asked: string[] = [];
  const render = singleFlight<string>();
  const crowd = ['/en', '/en', '/fr'].map((path) =>
    render(path, () => {
      asked.push(path);
      return promise;
    }),
  );
  resolve('page');
  expect(await Promise.all(crowd)).toEqual(['page', 'page', 'page']);
  expect(asked).toEqual(['/en', '/fr']);
});

test('a request after a failure renders the page again', async () => {
  const render = singleFlight<string>();
  await expect(render('/en', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await render('/en', async () => 'page')).toBe('page');
});
