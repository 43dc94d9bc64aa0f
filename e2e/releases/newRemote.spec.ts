import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListedApp } from '@site/releases/operations/list.ts';
import { titleOf } from '@site/testkit/site/http.ts';
import { outputOf, readyOrigin } from '@site/testkit/site/program.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import { expect, test } from './projectTest.ts';

const titles = {
  en: 'A new room in the house | Lucarne London',
  fr: 'Une nouvelle pièce dans la maison | Lucarne Bethune',
  es: 'Una habitación nueva en la casa | Lucarne Barcelona',
};

/** The programs that `npm run NAME` starts. */
const programs: Readonly<Record<string, string>> = { release: 'kit/src/release/main.ts', dev: 'kit/src/dev/main.ts' };

/** The printed commands: the indented lines of the output. */
const commandsIn = (said: string) =>
  said.split('\n').flatMap((line) => {
    const [, name = '', words = ''] = /^ {2}npm run (\S+) -- (.+)$/.exec(line) ?? [];
    return programs[name] ? [{ name, parameters: words.split(' ') }] : [];
  });

test('following the instructions of new-remote yields a page in three languages, without any fixes', async ({
  project,
  start,
}) => {
  test.setTimeout(400_000);
  const settings = { DATA_DIR: '.data', PORT: '0', CHROMIUM_PATH: process.env.TESTED_BROWSER ?? '' };
  const run = (file: string, ...parameters: string[]) => outputOf(file, parameters, settings, project);
  const listed = async () => {
    const apps = JSON.parse(await run('kit/src/release/main.ts', 'list', '--json')) as readonly ListedApp[];
    return apps.find(({ app }) => app === 'open-days')?.versions[0];
  };

  // The site is already running when the remote is created.
  await cp(testedReleases, join(project, '.releases'), { recursive: true });
  const origin = await readyOrigin(start('server/src/main.ts', [], settings));

  const commands = commandsIn(await run('kit/src/new-remote/main.ts', 'open-days'));
  // `release` checks the types of what it publishes, which takes longer than all other checks together.
  await run('kit/src/check/main.ts', 'lint', 'boundaries', 'catalogues', 'unused', 'packages', 'styles', 'brand');
  expect(await run('node_modules/@rstest/core/bin/rstest.js', 'run', 'remotes/open-days')).toContain('3 passed');
  expect(commands.map(({ name }) => name)).toEqual(['dev', 'release']);
  for (const { name, parameters } of commands)
    if (name === 'release') await run('kit/src/release/main.ts', ...parameters);

  await expect.poll(async () => (await fetch(`${origin}/en/open-days`)).status, 'without a restart').toBe(200);
  expect(await listed()).toMatchObject({ state: 'live', faults: [] });
  for (const [language, title] of Object.entries(titles)) {
    const response = await fetch(`${origin}/${language}/open-days`);
    expect(response.status).toBe(200);
    const body = await response.text();
    expect(titleOf(body)).toBe(title);
    expect(body.match(new RegExp(`href="/${language}/open-days"`, 'g')), 'in the menu').toHaveLength(2);
    expect((await fetch(`${origin}/cards/${language}/open-days.png`)).headers.get('content-type')).toBe('image/png');
  }
});
