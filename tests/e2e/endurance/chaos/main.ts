/**
 * `npm run bench -- chaos [NAME…] [--seconds N] [--write]`: causes one fault after the other in a site that is being read.
 * Fails when a visitor doesn't get a page that existed before. With `--write` the result replaces the last one in
 * docs/reliability.md.
 */
import { parseArgs } from 'node:util';
import { build } from '@site/bundling/build.ts';
import { apps } from '@site/bundling/project.ts';
import { conditions, markdownTable, writeResult } from '@site/testkit/measure/report.ts';
import { findPromtool } from '@site/testkit/promtool.ts';
import { releaseEverything } from '@site/testkit/site/releases.ts';
import { type ChaosResult, runChaos } from './chaosRun.ts';
import { disturbances } from './disturbances.ts';

/** The alerts that fire for a fault. An expected one that doesn't fire is marked. */
function alertOf(name: string, alerts: readonly string[] | undefined): string {
  const alert = disturbances.find((one) => one.name === name)?.alert;
  if (alert === undefined || alerts === undefined) return '–';
  return alerts.includes(alert) ? alert : `**silent: ${alert}**`;
}

const { values, positionals } = parseArgs({
  args: process.argv.slice(3),
  options: { seconds: { type: 'string', default: '10' }, write: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const readers = 8;
const seconds = Number(values.seconds);
const chosen = disturbances.filter(
  ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
);

for (const app of apps) await build(app);
await releaseEverything();
const promtool = await findPromtool();
const results: ChaosResult[] = [];
for (const disturbance of chosen) {
  if (disturbance.cannot) {
    console.error(`Skipping "${disturbance.name}": ${disturbance.cannot}`);
    continue;
  }
  console.error(`… ${disturbance.name}`);
  const result = await runChaos(disturbance, { readers, duration: seconds * 1000, promtool });
  for (const failure of [...result.failed.slice(0, 5), ...result.wrong.slice(0, 5)]) console.error(`  ${failure}`);
  results.push(result);
}
const table = `${markdownTable(
  ['What fails', 'Requests', 'Failed', 'Stale', 'Slowest', 'Messages', 'Refused', 'Wrong', 'Alert', 'Well again after'],
  results.map(({ name, requests, failed, stale, slowest, messages, refused, wrong, alerts, recovered }) => [
    name,
    String(requests),
    String(failed.length),
    String(stale),
    `${slowest.toFixed(0)} ms`,
    String(messages),
    String(refused),
    String(wrong.length),
    alertOf(name, alerts),
    `${(recovered / 1000).toFixed(1)} s`,
  ]),
)}

${conditions([['load', `${readers} visitors who read all pages in three languages; each fault lasts ${seconds} s`]])}`;
console.log(table);
if (values.write) await writeResult('bench:chaos', table, 'reliability');
process.exitCode = results.every(
  ({ name, failed, wrong, alerts, recovered }) =>
    failed.length === 0 &&
    wrong.length === 0 &&
    !alertOf(name, alerts).includes('silent') &&
    recovered < Number.POSITIVE_INFINITY,
)
  ? 0
  : 1;
