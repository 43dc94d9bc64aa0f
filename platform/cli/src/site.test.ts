import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from '@rstest/core';
import { root } from '@site/bundling/project.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { siteProgram, startCommand } from '@site/testkit/site/program.ts';

const description = {
  name: 'events',
  pages: { list: { source: './src/pages/list/page.ts', paths: { en: '', fr: '', es: '' } } },
};

const sources: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({ type: 'module', site: { remote: 'events' } }),
  'src/remote.ts': `export const remote = ${JSON.stringify(description)};`,
  'src/pages/list/page.ts': "import './nowhere.ts';",
  ...Object.fromEntries(
    languages.map((language) => [
      `locales/${language}.json`,
      JSON.stringify({ routes: { list: { title: 'Events' } } }),
    ]),
  ),
};

test('a failing command prints nothing but its reason, in a pipeline too', async () => {
  const folder = await temporaryFolder('failing');
  for (const [file, text] of Object.entries(sources)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const command = [process.execPath, join(root, siteProgram), 'build'] as const;
  const { exited, output } = startCommand(folder, { CI: 'true' }, [...command]);
  expect(await exited, output()).toBe(1);
  expect(output()).toMatch(
    /^BUILD-FAILED Rspack reports:\nevents-browser:\n {2}ERROR in [^\\]*compiled with 1 error\n$/,
  );
  await rm(folder, { recursive: true, force: true });
});
