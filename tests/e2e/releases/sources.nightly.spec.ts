import { appendFile, cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { outputOf, type Program, siteProgram } from '@site/testkit/site/program.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import { expect, test } from './projectTest.ts';

const listPage = 'remotes/blog/src/pages/list/ListPage.tsx';
const french = 'remotes/blog/locales/fr.json';

/** Waits until a program exits. Returns its exit code and output. */
async function ended({ exited, output }: Program) {
  return { code: await exited, output: output() };
}

test('faults in a team’s sources are reported with their place, and stay unpublished', async ({ project, start }) => {
  test.setTimeout(900_000);
  const settings = { RELEASES: join(project, 'test-store'), DATA_DIR: join(project, '.data') };
  await cp(testedReleases, settings.RELEASES, { recursive: true });
  const run = (file: string, ...parameters: string[]) => ended(start(file, parameters, settings));
  const files = { page: join(project, listPage), texts: join(project, french) };
  const [page, texts] = [await readFile(files.page, 'utf8'), await readFile(files.texts, 'utf8')];

  await writeFile(files.texts, texts.replace(/\n\}\s*$/, ',\n}\n'));
  const checked = await run(siteProgram, 'check', 'catalogues', 'boundaries', 'links');
  expect(checked).toMatchObject({
    code: 1,
    output: expect.stringMatching(/remotes\/blog\/locales\/fr\.json:\d+: a comma/),
  });
  expect(checked.output).toMatch(/^ok +boundaries .*\nFAIL catalogues [\s\S]*^ok +links/m);

  await writeFile(files.texts, texts.replace('"readMore": "Lire', '"readMore": "{{titre}} Lire'));
  await writeFile(
    files.page,
    `import type { View } from '../../../../../shell/src/view/view.ts';\n${page}\nexport const wrong: View = 5;\n`,
  );
  const refused = await run(siteProgram, 'publish', 'blog', '--promote');
  expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(/^RELEASE-CHECK /m) });
  expect(refused.output).toContain(`${listPage}(`);
  expect(refused.output).toContain(`${listPage}:1: "../../../../../shell/src/view/view.ts" crosses a boundary`);
  expect(refused.output).toContain('"list.readMore" has different {{values}}: none / {{titre}}');

  await writeFile(files.texts, texts);
  await writeFile(
    files.page,
    page.replace("useTranslation('blog');", "useTranslation('blog');\n  if (Date.now() > 0) throw new Error('today');"),
  );
  const thrown = await run(siteProgram, 'publish', 'blog', '--no-browser');
  expect(thrown).toMatchObject({ code: 1, output: expect.stringMatching(/RELEASE-PREFLIGHT .* threw: today/) });
  const line = page.split('\n').findIndex((text) => text.includes("useTranslation('blog');")) + 2;
  expect(thrown.output).toContain(`(${listPage}:${line}:`);
});

test('a build whose output was changed by another tool is built again', async ({ project }) => {
  const build = () => outputOf(siteProgram, ['build', 'contact'], {}, project);
  expect(await build()).toMatch(/contact +\w+ built/);
  expect(await build()).toMatch(/contact +\w+ unchanged/);
  await appendFile(join(project, 'dist/contact/web/remote.js'), '\n');
  expect(await build()).toMatch(/contact +\w+ built/);
  await writeFile(join(project, 'dist/contact/web/other.js'), '');
  expect(await build()).toMatch(/contact +\w+ built/);
});
