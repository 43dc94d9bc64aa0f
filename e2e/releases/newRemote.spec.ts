import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListedApp } from '@site/releases/operations/list.ts';
import { titleOf } from '@site/testkit/site/http.ts';
import { outputOf, type Program, readyOrigin, stopProgram } from '@site/testkit/site/program.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import { expect, test } from './projectTest.ts';

const titles = {
  en: 'A new room in the house | Lucarne London',
  fr: 'Une nouvelle pièce dans la maison | Lucarne Bethune',
  es: 'Una habitación nueva en la casa | Lucarne Barcelona',
};

/** The programs that `npm run NAME` starts. */
const programs: Readonly<Record<string, string>> = { release: 'kit/src/release/main.ts', dev: 'kit/src/dev/main.ts' };

/** The printed row of the route table and the commands: the indented lines of the output. */
function printedBy(said: string) {
  const indented = said.split('\n').filter((line) => line.startsWith('  '));
  const commands = indented.flatMap((line) => {
    const [, name = '', words = ''] = /^ {2}npm run (\S+) -- (.+)$/.exec(line) ?? [];
    return programs[name] ? [{ name, parameters: words.split(' ') }] : [];
  });
  return { row: indented.filter((line) => !line.startsWith('  npm ')).join('\n'), commands };
}

test('following the instructions of new-remote yields a page in three languages, without any fixes', async ({
  project,
  start,
}) => {
  test.setTimeout(400_000);
  const settings = { DATA_DIR: '.data', PORT: '0', CHROMIUM_PATH: process.env.TESTED_BROWSER ?? '' };
  const run = (file: string, ...parameters: string[]) => outputOf(file, parameters, settings, project);
  const site = (): Program => start('server/src/main.ts', [], settings);
  const listed = async () => {
    const apps = JSON.parse(await run('kit/src/release/main.ts', 'list', '--json')) as readonly ListedApp[];
    return apps.find(({ app }) => app === 'open-days')?.versions[0];
  };

  // The site is already running when the remote is created.
  await cp(testedReleases, join(project, '.releases'), { recursive: true });
  const before = site();
  await readyOrigin(before);

  const { row, commands } = printedBy(await run('kit/src/new-remote/main.ts', 'open-days'));
  const publish = () => run('kit/src/release/main.ts', 'publish', 'open-days', '--no-browser');
  await expect(publish(), 'without its row').rejects.toThrow(/RELEASE-TRIAL .*no page.*shared\/routes\/table\.ts/);
  const table = join(project, 'shared/routes/table.ts');
  await writeFile(table, (await readFile(table, 'utf8')).replace('\n} as const', `\n${row}\n} as const`));
  // `release` checks the types of what it publishes, which takes longer than all other checks together.
  await run('kit/src/check/main.ts', 'lint', 'boundaries', 'catalogues', 'unused', 'packages', 'styles', 'brand');
  expect(await run('node_modules/@rstest/core/bin/rstest.js', 'run', 'remotes/open-days')).toContain('4 passed');
  expect(commands.map(({ name }) => name)).toEqual(['dev', 'release', 'release']);
  for (const { name, parameters } of commands)
    if (name === 'release') await run('kit/src/release/main.ts', ...parameters);

  expect(await listed()).toMatchObject({ state: 'live', faults: [{ code: 'RELEASE-UNSERVED' }] });
  await stopProgram(before);
  const origin = await readyOrigin(site());
  expect(await listed()).toMatchObject({ state: 'live', faults: [] });
  for (const [language, title] of Object.entries(titles)) {
    const response = await fetch(`${origin}/${language}/open-days`);
    expect(response.status).toBe(200);
    expect(titleOf(await response.text())).toBe(title);
    const card = async (page: string) => (await fetch(`${origin}/cards/${language}/${page}.png`)).arrayBuffer();
    expect(Buffer.from(await card('openDays')).equals(Buffer.from(await card('home')))).toBe(true);
  }
});
