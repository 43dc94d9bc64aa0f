/** `npm run bench -- releases [CHANGES]`: releases and rollbacks under constant load. Fails when a visitor notices one. */
import { join } from 'node:path';
import { build } from '@site/bundling/build.ts';
import { apps, buildFolder } from '@site/bundling/project.ts';
import { machineRows, median, quantile } from '@site/testkit/measure/report.ts';
import { type SoakResult, soak } from './soak.ts';

/** A release must be visible within this time, in milliseconds. */
const liveWithin = 1_000;

/** Allowed growth of memory in the second half. In the first half, the engine's heaps grow to their full size. */
const allowedGrowth = 1.1;

/** Whether no visitor noticed a release, and memory is stable. */
function isGood(result: SoakResult): boolean {
  const { failures, mixed, live } = result;
  return (
    failures.length === 0 &&
    mixed.length === 0 &&
    Math.max(...live) <= liveWithin &&
    growthSince(-2, result) <= allowedGrowth
  );
}

/** A table of the result and the machine. */
function reportOf(result: SoakResult): string {
  const { releases, rollbacks, requests, failures, mixed, live, rendered, pages, memory, seconds } = result;
  const rows = [
    ...machineRows(),
    ['went live', `${releases} releases, ${rollbacks} roll-backs in ${seconds.toFixed(0)} s`],
    ['requests', `${requests}, ${(requests / seconds).toFixed(0)} per second`],
    ['failed requests', String(failures.length)],
    ['mixed pages', String(mixed.length)],
    ['promote to first new page', `median ${ms(median(live))}, longest ${ms(Math.max(...live))}`],
    [
      'rendered pages',
      `median ${ms(median(rendered))}, 99 % within ${ms(quantile(rendered, 0.99))} (${rendered.length})`,
    ],
    ['pages, others', `median ${ms(median(pages))}, 99 % within ${ms(quantile(pages, 0.99))} (${pages.length})`],
    ...memory.map(({ after, server, workers }) => [
      `memory after ${after}`,
      `server ${server.toFixed(0)} MB, workers ${workers.toFixed(0)} MB`,
    ]),
    [
      'memory growth',
      `${percent(growthSince(0, result))} in all, ${percent(growthSince(-2, result))} in the second half`,
    ],
  ];
  const width = Math.max(...rows.map(([name = '']) => name.length));
  const table = rows.map(([name = '', value]) => `${name.padEnd(width)}  ${value}`);
  return [...table, ...[...failures, ...mixed].slice(0, 20)].join('\n');
}

const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;

const percent = (factor: number): string => `${((factor - 1) * 100).toFixed(1)} %`;

/** The last memory measurement relative to an earlier one. */
function growthSince(look: number, { memory }: SoakResult): number {
  const [first, last] = [memory.at(look), memory.at(-1)].map((seen) => (seen ? seen.server + seen.workers : 0));
  return first && last ? last / first : 1;
}

const changes = Number(process.argv[3] ?? 100);

for (const app of apps) await build(app);
const result = await soak({
  folderOf: (app) => join(buildFolder, app),
  changes,
  rate: 100,
  memoryAfter: [10, Math.floor(changes / 2), changes],
  onChange: (change) => console.error(`… ${change}`),
});
console.log(reportOf(result));
process.exitCode = isGood(result) ? 0 : 1;
