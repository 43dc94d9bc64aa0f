/**
 * `npm run bench:durability [-- --kills N] [--write]`: servers are killed, and a disk is filled, while visitors write and
 * the mail server comes and goes; fails when a message was lost. With `--write` the result replaces the last one in docs/performance.md.
 */
import { parseArgs } from 'node:util';
import { openTestDatabase } from '@site/api/testing/testDatabase.ts';
import { conditions, writeResult } from '@site/testkit/measure/report.ts';
import providePostgres from '@site/testkit/postgres/globalSetup.ts';
import type { DatabaseKind } from '@site/testkit/postgres/onEveryDatabase.ts';
import { durabilityTable, isGood } from './audit.ts';
import { runTrial, type TrialResult } from './durabilityRun.ts';
import { canMount, fullDisk } from './fullDisk.ts';
import { kills } from './kills.ts';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '50' }, write: { type: 'boolean', default: false } },
});
const count = Number(values.kills);
const visitors = 6;
const longestLife = 1500;
const patience = 180_000;

const stopPostgres = await providePostgres();
const results = new Map<string, TrialResult>();
try {
  await killServers('SQLite');
  if (process.env.TEST_DATABASE_URL) await killServers('PostgreSQL');
  if (canMount) await fillDisk();
  else console.error('A full disk is left out: only root can make a small one, on Linux.');
} finally {
  await stopPostgres?.();
}
const result = `${durabilityTable(results)}

${conditions([
  ['load', `${visitors} visitors, who write their next message within a second`],
  ['servers', `killed within ${longestLife} ms after their first answer, one in five while it starts`],
])}`;
console.log(result);
for (const { lost, doubled, undelivered, failures } of results.values()) {
  for (const what of [...lost, ...doubled, ...undelivered, ...failures]) console.error(what);
}
if (values.write) await writeResult('bench:durability', result);
process.exitCode = isGood(results) ? 0 : 1;

async function killServers(kind: DatabaseKind): Promise<void> {
  const disturb = kills({ kills: count, longestLife, onKill: tell(`${kind}: killed`) });
  results.set(kind, await runTrial({ place: await openTestDatabase(kind), visitors, patience, disturb }));
}

async function fillDisk(): Promise<void> {
  const trial = await fullDisk(Math.ceil(count / 5), tell('SQLite: disk filled'));
  results.set('SQLite, disk full', await runTrial({ ...trial, visitors, patience }));
}

function tell(what: string): (times: number) => void {
  return (times) => console.error(`… ${what}, ${times}`);
}
