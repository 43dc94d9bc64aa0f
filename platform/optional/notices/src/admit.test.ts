import { expect, test } from '@rstest/core';
import { admit } from './admit.ts';
import { noticeLimits } from './limits.ts';
import type { Notice } from './Notice.ts';
import { emptyRecord } from './Record.ts';

const { all, perApp, window } = noticeLimits.flood;
const now = Date.parse('2030-01-31T12:00:00Z');
const about = (app: string, count: number): readonly Notice[] =>
  Array.from({ length: count }, () => ({ kind: 'faulty', app, values: { app } }));

test('a flood is a few notices and one line with the count of the others', () => {
  const record = admit(emptyRecord, about('blog', 1_000), ['a'], now);
  expect(record.waiting).toHaveLength(perApp + 1);
  expect(record.waiting.at(-1)).toMatchObject({
    kind: 'more',
    values: { count: String(1_000 - perApp), apps: `blog (${1_000 - perApp})` },
  });
  expect(record.held).toEqual({});
});

test('within a window there is one such line; the next says what came after it', () => {
  const first = admit(emptyRecord, about('blog', 1_000), ['a'], now);
  const second = admit({ ...first, waiting: [] }, about('blog', 30), ['a'], now + 1);
  expect(second.waiting).toEqual([]);
  const third = admit(second, [], ['a'], now + window + 1);
  expect(third.waiting).toMatchObject([{ kind: 'more', values: { count: '30' } }]);
  expect(admit({ ...third, waiting: [] }, [], ['a'], now + window + 2).waiting).toEqual([]);
});

test('the flood of one team doesn’t hide the fault of another', () => {
  const flooded = admit(emptyRecord, about('blog', 1_000), ['a'], now);
  const record = admit({ ...flooded, waiting: [] }, about('contact', 1), ['a'], now + 1);
  expect(record.waiting).toMatchObject([{ kind: 'faulty', app: 'contact' }]);
});

test('many teams at once stay within a limit, too, and so does what waits for a receiver that fails', () => {
  const teams = Array.from({ length: 300 }, (_, index) => about(`team-${index}`, 1)).flat();
  expect(admit(emptyRecord, teams, ['a'], now).waiting).toHaveLength(all + 1);
  let record = emptyRecord;
  for (let hour = 0; hour < 100; hour += 1) record = admit(record, teams, ['a'], now + hour * (window + 1));
  expect(record.waiting).toHaveLength(noticeLimits.waiting);
  expect(Object.values(record.held).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
});
