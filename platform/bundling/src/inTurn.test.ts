import { expect, test } from '@rstest/core';
import { inTurn } from './inTurn.ts';

test('of two builds of an app, the second waits for the first; another app’s doesn’t, and a failed one lets others build', async () => {
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const run = (app: string, name: string, until?: Promise<void>) =>
    inTurn(app, async () => {
      order.push(`${name} begins`);
      await until;
      order.push(`${name} ends`);
    });
  const building = run('tested', 'first', first.promise);
  await expect.poll(() => order).toEqual(['first begins']);
  const waiting = run('tested', 'second');
  await run('tested-too', 'other');
  first.resolve();
  await Promise.all([building, waiting]);
  expect(order).toEqual(['first begins', 'other begins', 'other ends', 'first ends', 'second begins', 'second ends']);
  await expect(inTurn('tested', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await run('tested', 'third');
});
