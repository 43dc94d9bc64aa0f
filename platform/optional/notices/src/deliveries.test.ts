import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { newFolder } from '@site/testkit/releases/fixtures.ts';
import { readDeliveries } from './deliveries.ts';
import { noticeLimits } from './limits.ts';
import { emptyRecord, withFailure, withGivenUp, withoutTarget, writeRecord } from './Record.ts';
import { targetsIn } from './settings.ts';

const [mail, slack] = targetsIn('mailto:owner@example.com,slack+https://hooks.example.com/secret');
if (!mail || !slack) throw new Error('They are targets.');

const day = 24 * 60 * 60_000;
const notice = {
  kind: 'faulty',
  app: 'blog',
  at: '2030-01-01T00:00:00.000Z',
  values: { message: 'of others' },
} as const;
const waiting = [
  { ...notice, id: 'one', targets: [mail.id, slack.id] },
  { ...notice, id: 'two', targets: [mail.id] },
];

test('an operator reads what waits for whom, since when a receiver fails and why, and what was given up', async () => {
  const reports = await newFolder();
  const first = new Date('2030-01-01T00:00:05.000Z');
  const later = new Date('2030-01-04T00:00:05.000Z');
  const failed = withFailure(
    withFailure({ ...emptyRecord, waiting }, mail, 'ESOCKET', first),
    mail,
    'EENVELOPE 550',
    later,
  );
  const [one = { ...notice, id: '', targets: [] }] = waiting;
  await writeRecord(
    reports,
    withoutTarget(withGivenUp(failed, one, mail, 'EENVELOPE 550', later.getTime()), one, mail),
  );
  const what = { at: notice.at, kind: 'faulty', app: 'blog' };
  expect(await readDeliveries(reports, [mail, slack])).toEqual([
    {
      name: 'mail',
      isMail: true,
      waiting: [{ id: 'two', ...what }],
      failing: { since: first.toISOString(), at: later.toISOString(), reason: 'EENVELOPE 550' },
      givenUp: [{ id: 'one', ...what, target: mail.id, ended: later.toISOString(), reason: 'EENVELOPE 550' }],
    },
    { name: 'slack hooks.example.com', isMail: false, waiting: [{ id: 'one', ...what }], givenUp: [] },
  ]);
});

test('what was given up is remembered for a month, and no more than some', () => {
  const now = Date.parse('2030-02-01T00:00:00.000Z');
  let record = withGivenUp(emptyRecord, { ...notice, id: 'old' }, mail, 'late', now - 31 * day);
  for (let index = 0; index <= noticeLimits.givenUp.count; index += 1)
    record = withGivenUp(record, { ...notice, id: String(index) }, mail, 'late', now);
  expect(record.givenUp.map(({ id }) => id)).toEqual(
    Array.from({ length: noticeLimits.givenUp.count }, (_, index) => String(index + 1)),
  );
});

test('a record of an earlier version, or a damaged one, says nothing of failures', async () => {
  const reports = await newFolder();
  const { failing: _failing, givenUp: _givenUp, ...earlier } = emptyRecord;
  const file = join(reports, '.notices/record.json');
  await writeRecord(reports, emptyRecord);
  for (const content of [JSON.stringify({ ...earlier, waiting }), '{']) {
    await writeFile(file, content);
    const [read] = await readDeliveries(reports, [mail]);
    expect(read).toEqual({ name: 'mail', isMail: true, waiting: expect.anything(), givenUp: [] });
    expect(read?.waiting).toHaveLength(content === '{' ? 0 : 2);
  }
});
