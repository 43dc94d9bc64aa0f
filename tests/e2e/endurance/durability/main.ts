/**
 * `npm run bench -- durability [--kills N] [--write]`: kills servers and fills a disk while visitors write messages and the
 * mail server is unreliable. Fails when a message is lost. With `--write` the result replaces the last one in docs/performance.md.
 */
import { parseArgs } from 'node:util';
import { openTestDatabase } from '@site/testkit/api/testDatabase.ts';
import { conditions, writeResult } from '@site/testkit/measure/report.ts';
import providePostgres from '@site/testkit/postgres/globalSetup.ts';
import type { DatabaseKind } from '@site/testkit/postgres/onEveryDatabase.ts';
import { canMount } from '@site/testkit/site/faults/SmallDisk.ts';
import { type DurabilityRunResult, durabilityTable, isGood } from './audit.ts';
import { runDurability } from './durabilityRun.ts';
import { fullDisk } from './fullDisk.ts';
import { kills } from './kills.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { kills: { type: 'string', default: '50' }, write: { type: 'boolean', default: false } },
});
const count = Number(values.kills);
const visitors = 6;
const longestLife = 1500;
const patience = 180_000;

const stopPostgres = await providePostgres();
const results = new Map<string, DurabilityRunResult>();
try {
  await killServers('SQLite');
  if (process.env.TEST_DATABASE_URL) await killServers('PostgreSQL');
  if (canMount) await fillDisk();
  else console.error('Skipping the full disk: only root on Linux can mount a small one.');
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
  results.set(kind, await runDurability({ place: await openTestDatabase(kind), visitors, patience, disturb }));
}

async function fillDisk(): Promise<void> {
  const options = await fullDisk(Math.ceil(count / 5), tell('SQLite: disk filled'));
  results.set('SQLite, disk full', await runDurability({ ...options, visitors, patience }));
}

function tell(what: string): (times: number) => void {
  return (times) => console.error(`… ${what}, ${times}`);
}
