import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { titleOf } from '../support/http.ts';
import { outputOf, readyOrigin } from '../support/program.ts';
import { expect, test } from './projectTest.ts';

const titles = {
  en: 'A new room in the house | Lucarne London',
  fr: 'Une nouvelle pièce dans la maison | Lucarne Bethune',
  es: 'Una habitación nueva en la casa | Lucarne Barcelona',
};

test('a new remote is a page, its texts, passing tests and one line in the route table', async ({ project, start }) => {
  test.setTimeout(180_000);
  const settings = { RELEASES: '.releases', DATA_DIR: '.data', PORT: '0' };
  const run = (file: string, ...parameters: string[]) => outputOf(file, parameters, settings, project);

  const said = await run('tools/new-remote/main.ts', 'open-days');
  const line = said.split('\n').find((text) => text.startsWith('  openDays:')) ?? '';
  const table = join(project, 'shared/routes/table.ts');
  await writeFile(table, (await readFile(table, 'utf8')).replace('\n} as const', `\n${line}\n} as const`));

  expect(await run('node_modules/@rstest/core/bin/rstest.js', 'run', 'remotes/open-days')).toContain('4 passed');
  await run('tools/check/main.ts', 'boundaries', 'catalogues');
  expect(await run('tools/build/main.ts', 'open-days')).toMatch(/open-days +\w+ built/);

  for (const app of ['shell', 'open-days']) await run('tools/release/main.ts', 'publish', app, '--promote');
  const origin = await readyOrigin(start('shell/server/main.ts', [], settings));
  for (const [language, title] of Object.entries(titles)) {
    const response = await fetch(`${origin}/${language}/open-days`);
    expect(response.status).toBe(200);
    expect(titleOf(await response.text())).toBe(title);
  }
});
