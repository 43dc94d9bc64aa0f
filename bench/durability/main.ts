/**
 * `npm run bench:durability [-- --kills N] [--write]`: servers are killed while visitors write to them and the mail server comes
 * and goes; fails when a message was lost. With `--write` the result replaces the last one in docs/performance.md.
 */
import { parseArgs } from 'node:util';
import type { DatabaseKind } from '../../api/src/testing/onEveryDatabase.ts';
import providePostgres from '../../api/src/testing/postgres/globalSetup.ts';
import { conditions } from '../support/conditions.ts';
import { writeResult } from '../support/writeResult.ts';
import { durabilityTable, isGood } from './durabilityTable.ts';
import { type KillTestResult, killTest } from './killTest.ts';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '50' }, write: { type: 'boolean', default: false } },
});
const kills = Number(values.kills);
const visitors = 6;
const longestLife = 1500;

const stopPostgres = await providePostgres();
const results = new Map<DatabaseKind, KillTestResult>();
try {
  const kinds: readonly DatabaseKind[] = process.env.TEST_DATABASE_URL ? ['SQLite', 'PostgreSQL'] : ['SQLite'];
  for (const kind of kinds) {
    const onKill = (kill: number) => console.error(`… ${kind}: ${kill} of ${kills} killed`);
    results.set(kind, await killTest({ kind, kills, visitors, longestLife, patience: 180_000, onKill }));
  }
} finally {
  await stopPostgres?.();
}
const result = `${durabilityTable(results)}

${conditions([['load', `${visitors} visitors, who write five times a second at most; a server is killed within ${longestLife} ms after its first answer, one in five while it starts`]])}`;
console.log(result);
for (const { lost, doubled, undelivered, failures } of results.values()) {
  for (const what of [...lost, ...doubled, ...undelivered, ...failures]) console.error(what);
}
if (values.write) await writeResult('bench:durability', result);
process.exitCode = isGood(results) ? 0 : 1;
