import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListedApp } from '@site/releases/operations/list.ts';
import { titleOf } from '@site/testkit/site/http.ts';
import { outputOf, readyOrigin, siteProgram } from '@site/testkit/site/program.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import { expect, test } from './projectTest.ts';

const titles = {
  en: 'A new room in the house | Lucarne London',
  fr: 'Une nouvelle pièce dans la maison | Lucarne Bethune',
  es: 'Una habitación nueva en la casa | Lucarne Barcelona',
};

/** The printed commands: the indented lines of the output. */
const commandsIn = (said: string) =>
  said.split('\n').flatMap((line) => {
    const [, words] = /^ {2}npx site (.+)$/.exec(line) ?? [];
    return words === undefined ? [] : [words.split(' ')];
  });

test('following the instructions of new-remote yields a page in three languages, without any fixes', async ({
  project,
  start,
}) => {
  test.setTimeout(900_000);
  const settings = { DATA_DIR: '.data', PORT: '0', CHROMIUM_PATH: process.env.TESTED_BROWSER ?? '' };
  const run = (...parameters: string[]) => outputOf(siteProgram, parameters, settings, project);
  const listed = async () => {
    const apps = JSON.parse(await run('list', '--json')) as readonly ListedApp[];
    return apps.find(({ app }) => app === 'open-days')?.versions[0];
  };

  // The site is already running when the remote is created.
  await cp(testedReleases, join(project, '.releases'), { recursive: true });
  const origin = await readyOrigin(start('platform/server/src/main.ts', [], settings));

  const commands = commandsIn(await run('new-remote', 'open-days'));
  // Without `types`, which takes longer than all other checks together: `publish` checks the types.
  await run('check', 'lint', 'boundaries', 'catalogues', 'unused', 'packages', 'styles', 'company');
  expect(await run('test', 'remotes/open-days')).toContain('3 passed');
  expect(commands.map(([name]) => name)).toEqual(['dev', 'publish']);
  for (const parameters of commands) if (parameters[0] === 'publish') await run(...parameters);

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
