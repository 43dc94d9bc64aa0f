/**
 * `npm run bench -- team [--write]`: how long a team needs from an empty folder, and from a changed text, to a page that
 * visitors see. With `--write` the result replaces the last one in docs/performance.md.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { build } from '@site/bundling/build.ts';
import { apps } from '@site/bundling/project.ts';
import { conditions, markdownTable, writeResult } from '@site/testkit/measure/report.ts';
import { ReleaseStore } from '@site/testkit/site/ReleaseStore.ts';
import { releaseEverything } from '@site/testkit/site/releases.ts';
import { startSite } from '@site/testkit/site/servers.ts';
import { Team } from '@site/testkit/site/Team.ts';

const { values } = parseArgs({ args: process.argv.slice(3), options: { write: { type: 'boolean', default: false } } });

for (const app of apps) await build(app);
await releaseEverything();
const [team, store] = await Promise.all([Team.found('events'), ReleaseStore.create()]);
await team.pack();
const creation = await seconds(() => team.create());
const site = await startSite({ releases: store.folder, environment: await team.admitTo(store.folder) });
try {
  const result = await measure();
  console.log(result);
  if (values.write) await writeResult('bench:team', result);
} finally {
  await site.stop();
  await Promise.all([team.leave(), store.remove()]);
}

async function measure(): Promise<string> {
  const steps: [step: string, seconds: number][] = [
    ['make the repository: npm installs its packages', creation],
    ['check and test it', await seconds(checkAndTest)],
    ['publish and promote, until visitors see it', await seconds(() => goLive('A new room in the house'))],
  ];
  const whole = steps.reduce((sum, [, its]) => sum + its, 0);
  await team.change('locales/en.json', (text) => text.replaceAll('A new room in the house', 'A room upstairs'));
  const changed = await seconds(() => goLive('A room upstairs'));
  const rows = [
    ...steps,
    ['from an empty folder to live', whole] as const,
    ['from a changed text to live', changed] as const,
  ];
  const table = markdownTable(
    ['step', 'seconds'],
    rows.map(([step, its]) => [step, its.toFixed(1)]),
  );
  return `${table}\n\n${conditions([
    ['npm', 'its cache has the packages of the registry'],
    ['runs', '1'],
  ])}`;
}

async function checkAndTest(): Promise<void> {
  await team.run('npx', 'site', 'check');
  await team.run('npx', 'site', 'test');
}

async function goLive(title: string): Promise<void> {
  await team.release(site.origin, 'publish', '--promote');
  while (!(await (await fetch(`${site.origin}/en/events`)).text()).includes(title)) await delay(50);
}

async function seconds(run: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await run();
  return (performance.now() - start) / 1000;
}
