/** `npm run bench -- scale [--seed N] [--remotes N] [--versions N] [--write]`: what grows with servers, remotes and versions. */

import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { build } from '@site/bundling/build.ts';
import { apps, remotes as ownRemotes } from '@site/bundling/project.ts';
import { serverLimits } from '@site/server/limits.ts';
import { conditions, markdownTable, quantile, writeResult } from '@site/testkit/measure/report.ts';
import { releaseEverything } from '@site/testkit/site/releases.ts';
import type { Reads } from './CountingStore.ts';
import { type ManyRemotes, measureManyRemotes } from './manyRemotes.ts';
import { type Scenario, simulatePromotion } from './simulatePromotion.ts';
import { countStoreReads, type StoreReads } from './storeReads.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    seed: { type: 'string', default: '1' },
    remotes: { type: 'string', default: '100' },
    versions: { type: 'string', default: '10' },
    write: { type: 'boolean', default: false },
  },
});

const { poll } = serverLimits.store;

/** What Amazon S3 promises to answer per second and prefix; an origin gets the same, for comparison. */
const perSecond = 5_500;

/** A release of the size of our blog’s. */
const files = 41;

const bucket = { servers: 500, files, interval: poll.s3, besides: 2, store: { perSecond, answer: 30 } };
const origin = { servers: 500, files, interval: poll.http, besides: 1, store: { perSecond, answer: 5 } };
const cached = { ...origin, store: { perSecond: 100_000, answer: 5 } };
const pushed = { ...bucket, interval: 60_000, push: 300 };

const scenarios: readonly (readonly [name: string, scenario: Omit<Scenario, 'apps'>])[] = [
  ['bucket', bucket],
  ['origin', origin],
  ['origin behind a cache', cached],
  ['bucket that tells servers', pushed],
];

const seed = Number(values.seed);
const seconds = (time: number | undefined) => (time === undefined ? '–' : `${(time / 1000).toFixed(1)} s`);
const count = (value: number) => Math.round(value).toLocaleString('en-GB');

const promotions = markdownTable(
  ['500 servers', 'apps', 'requests/s', 'busiest second', 'half live', '99 %', 'all'],
  scenarios.flatMap(([name, scenario]) =>
    [5, 31].map((apps) => {
      const { steady, busiest, live } = simulatePromotion({ ...scenario, apps }, seed);
      const reached = (share: number) =>
        live.length < scenario.servers * share ? undefined : quantile(live, (share * scenario.servers) / live.length);
      return [
        name,
        String(apps),
        count(steady),
        count(busiest),
        seconds(reached(0.5)),
        seconds(reached(0.99)),
        seconds(reached(1)),
      ];
    }),
  ),
);
console.log(promotions);

for (const app of apps) await build(app);
await releaseEverything();
const stores: StoreReads[] = [];
for (const remotes of [4, 40]) stores.push(await countStoreReads(remotes, 2));
const columnOf = (remotes: number, all: number) => `${remotes} remotes, ${count(all)} versions`;
const sum = (reads: Reads) => count(Object.values(reads).reduce((total, value) => total + value, 0));
const actions = ['publish', 'promote', 'list', 'prune', 'start', 'poll'] as const;
const reads = markdownTable(
  ['read from the store', ...stores.map((store) => columnOf(store.remotes, store.versions))],
  actions.map((action) => [action, ...stores.map((store) => sum(store[action]))]),
);
console.log(`\n${reads}`);

const sizes = [Math.ceil(Number(values.remotes) / 10), Number(values.remotes)];
const sites: ManyRemotes[] = [];
for (const remotes of sizes) sites.push(await measureManyRemotes(remotes - ownRemotes.length, Number(values.versions)));

const took = (time: number) => `${time.toFixed(1)} s`;
const milliseconds = (time: number) => `${Math.round(time)} ms`;
const megabytes = (size: number) => `${count(size)} MB`;
const rows: readonly (readonly [string, (site: ManyRemotes) => string])[] = [
  ['a team publishes and promotes, until it is live', ({ publish }) => took(publish)],
  ['`list`', ({ list }) => took(list)],
  ['a new server, until it shows every remote', ({ start }) => took(start)],
  ['… and after a restart', ({ restart }) => took(restart)],
  ['first page of a remote, whose process starts', ({ first }) => milliseconds(first)],
  ['half of the rendered pages within', ({ rendered }) => milliseconds(rendered.p50)],
  ['99 % of the rendered pages within', ({ rendered }) => milliseconds(rendered.p99)],
  ['pages from memory per second', ({ fromMemory }) => count(fromMemory.perSecond)],
  ['99 % of the pages from memory within', ({ fromMemory }) => milliseconds(fromMemory.p99)],
  ['memory of the server (PSS)', ({ memory }) => megabytes(memory.server)],
  ['memory of what renders (PSS)', ({ memory }) => megabytes(memory.workers)],
];
const many = `${markdownTable(
  ['a site of', ...sizes.map((remotes) => columnOf(remotes, remotes * Number(values.versions)))],
  rows.map(([name, cell]) => [name, ...sites.map(cell)]),
)}\n\n${conditions([
  ['load', '32 connections on the same machine, all pages by turns, 10 s'],
  ['files', tmpdir()],
  ['runs', '1'],
])}`;
console.log(`\n${many}`);

if (values.write) {
  await writeResult('bench:promotion', `${promotions}\n\n- seed: ${seed}`, 'scale');
  await writeResult('bench:reads', reads, 'scale');
  await writeResult('bench:remotes', many);
}
