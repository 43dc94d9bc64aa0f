/**
 * `npm run bench -- teams [--runs N] [--minute] [--write]`: what developers wait for all day; and, unless `--minute` is given, how
 * long a team needs from an empty folder, and from a changed text, to a page that visitors see. With `--write` the results
 * replace the last ones in docs/performance.md.
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
import { measureMinute } from './minute.ts';

type Rows = readonly (readonly [step: string, seconds: number])[];

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    runs: { type: 'string', default: '5' },
    minute: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

await report('minute', await measureMinute(Number(values.runs)), [['runs', `median of ${values.runs}`]]);
if (!values.minute) await measureTeam();

async function measureTeam(): Promise<void> {
  for (const app of apps) await build(app);
  await releaseEverything();
  const [team, store] = await Promise.all([Team.found('events'), ReleaseStore.create()]);
  await team.pack();
  const creation = await seconds(() => team.create());
  const site = await startSite({ releases: store.folder, environment: await team.admitTo(store.folder) });
  try {
    await report('team', await measureSteps(team, site.origin, creation), [
      ['npm', 'its cache has the packages of the registry'],
      ['runs', '1'],
    ]);
  } finally {
    await site.stop();
    await Promise.all([team.leave(), store.remove()]);
  }
}

/** Prints a table, and writes it if asked to. */
async function report(name: string, rows: Rows, further: Parameters<typeof conditions>[0]): Promise<void> {
  const table = markdownTable(
    ['step', 'seconds'],
    rows.map(([step, its]) => [step, its.toFixed(its < 1 ? 2 : 1)]),
  );
  const result = `${table}\n\n${conditions(further)}`;
  console.log(result);
  if (values.write) await writeResult(`bench:${name}`, result);
}

async function measureSteps(team: Team, origin: string, creation: number): Promise<Rows> {
  const goLive = async (title: string): Promise<void> => {
    await team.release(origin, 'publish', '--promote');
    while (!(await (await fetch(`${origin}/en/events`)).text()).includes(title)) await delay(50);
  };
  const steps: [step: string, seconds: number][] = [
    ['make the repository: npm installs its packages', creation],
    ['check and test it', await seconds(() => checkAndTest(team))],
    ['publish and promote, until visitors see it', await seconds(() => goLive('A new room in the house'))],
  ];
  const whole = steps.reduce((sum, [, its]) => sum + its, 0);
  await team.change('locales/en.json', (text) => text.replaceAll('A new room in the house', 'A room upstairs'));
  const changed = await seconds(() => goLive('A room upstairs'));
  return [...steps, ['from an empty folder to live', whole], ['from a changed text to live', changed]];
}

async function checkAndTest(team: Team): Promise<void> {
  await team.run('npx', 'site', 'check');
  await team.run('npx', 'site', 'test');
}

async function seconds(run: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await run();
  return (performance.now() - start) / 1000;
}
