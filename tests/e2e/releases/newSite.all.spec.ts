import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import {
  commandOutput,
  outputOf,
  readyOrigin,
  siteProgram,
  startCommand,
  stopProgram,
} from '@site/testkit/site/program.ts';
import { machine } from '@site/testkit/site/Team.ts';
import { expect, test } from '../support/serverTest.ts';

test('an owner’s empty folder becomes a site of its own in two languages, whose checks and tests pass', async ({
  page,
}) => {
  test.setTimeout(900_000);
  const folder = await temporaryFolder('owner');
  const [packages, site] = [join(folder, 'packages'), join(folder, 'acme')];
  try {
    await outputOf(siteProgram, ['pack', '--sites', packages], machine);
    const creator = (await readdir(packages)).find((file) => file.startsWith('site-create-site-')) ?? '';
    const created = ['acme', '--name', 'Acme & Sons', '--languages', 'de,fr', '--packages', packages];
    await commandOutput(folder, machine, [
      'npm',
      'exec',
      '--yes',
      '--prefer-offline',
      `--package=${join(packages, creator)}`,
      '--',
      'create-site',
      ...created,
    ]);
    const run = (...command: [string, ...string[]]) => commandOutput(site, machine, command);

    const program = startCommand(site, { ...machine, PORT: '0' }, ['node', 'node_modules/@site/platform/src/start.js']);
    const origin = await readyOrigin(program);
    const titles = { de: 'Ein neuer Raum im Haus', fr: 'Une nouvelle pièce dans la maison' };
    for (const [language, title] of Object.entries(titles)) {
      await page.goto(`${origin}/${language}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page).toHaveTitle(`${title} | Acme & Sons Springfield`);
      await expect(page.getByRole('contentinfo')).toContainText('Acme & Sons');
      expect(await page.content(), 'nothing of this site').not.toMatch(/lucarne/i);
    }
    await page.getByRole('link', { name: 'Deutsch' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(titles.de);
    await stopProgram(program);

    await run('npm', 'run', 'check');
    expect(await run('npm', 'test')).toContain('5 passed');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
