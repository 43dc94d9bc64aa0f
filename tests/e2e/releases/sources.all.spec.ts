import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import { expect, test } from './teamTest.ts';

const page = 'src/pages/events/EventsPage.tsx';
const french = 'locales/fr.json';

test('`site try` finds before publishing what publishing would refuse, with its place, and nothing of it is stored', async ({
  team,
  store,
  startOwnSite,
}) => {
  const keys = await team.admitTo(store.folder);
  const site = await startOwnSite({ releases: store.folder, environment: keys });
  const refused = async (...command: readonly string[]) => {
    const { code, output } = await team.attempt(site.origin, ...command);
    expect(code, output).toBe(1);
    return output;
  };

  await test.step('good sources, without any site', async () => {
    expect(await team.site('try')).toMatch(/events@\w+ can be published/);
  });

  await test.step('good sources, with the live shell', async () => {
    const tried = await team.release(site.origin, 'try', '--no-browser');
    expect(tried).toContain(`with shell@${await store.live('shell')}`);
    expect(tried).toContain(`using the route policy of ${site.origin}/releases`);
  });

  await test.step('what isn’t JSON', async () => {
    await team.change(french, (text) => text.replace(/\n\}\s*$/, ',\n}\n'));
    const checked = await refused('check', 'catalogues', 'boundaries', 'styles');
    expect(checked).toMatch(/locales\/fr\.json:\d+: a comma/);
    expect(checked).toMatch(/^ok +boundaries .*\nFAIL catalogues [\s\S]*^ok +styles/m);
    await team.run('git', 'checkout', '--quiet', '.');
  });

  await test.step('a home page in one language, and too many listed values', async () => {
    const declare = (paths: string) =>
      team.change('src/remote.ts', (code) => code.replace(/paths: (?:'[^']+'|\{[^}]+\})/, paths));
    await declare("languages: ['en'], paths: ''");
    for (const command of [['check', 'catalogues'], ['build']] as const)
      expect(await refused(...command)).toContain('BUILD-REMOTE src/remote.ts: the page "events" is the home page');
    await team.run('git', 'checkout', '--quiet', '.');
    await declare(`paths: 'events', query: { id: [${Array.from({ length: 21 }, (_, id) => `'${id}'`)}] }`);
    expect(await refused('check', 'catalogues')).toContain('lists 21 values of "id" in `query`, of at most 20.');
    await team.run('git', 'checkout', '--quiet', '.');
  });

  await test.step('a wrong type, an import of the shell, and a text with another {{value}}', async () => {
    await team.change(french, (text) => text.replace('"lead": "', '"lead": "{{titre}} '));
    await team.change(
      page,
      (code) =>
        `import type { View } from '../../../../../shell/src/view/view.ts';\n${code}\nexport const wrong: View = 5;\n`,
    );
    const output = await refused('publish', '--promote');
    expect(output).toMatch(/^RELEASE-CHECK /m);
    expect(output).toContain(`${page}(`);
    expect(output).toContain(`${page}:1: "../../../../../shell/src/view/view.ts" crosses a boundary`);
    expect(output).toContain('"page.lead" has different {{values}}: none / {{titre}}');
    await team.run('git', 'checkout', '--quiet', '.');
  });

  await test.step('a page that throws', async () => {
    const start = "useTranslation('events');";
    await team.change(page, (code) => code.replace(start, `${start}\n  if (Date.now() > 0) throw new Error('today');`));
    const output = await refused('try', '--no-browser');
    expect(output).toMatch(/RELEASE-PREFLIGHT .* threw: today/);
    const lines = (await readFile(join(team.repository, page), 'utf8')).split('\n');
    expect(output).toContain(`(${page}:${lines.findIndex((line) => line.includes('today')) + 1}:`);
  });
  expect(await new FolderStore(store.folder).apps(), 'nothing is stored').not.toContain('events');
});

test('a build whose output was changed by another tool is built again', async ({ team }) => {
  const web = join(team.repository, 'dist/events/web');
  expect(await team.site('build')).toMatch(/events +\w+ built/);
  expect(await team.site('build')).toMatch(/events +\w+ unchanged/);
  const listed = async (file: string) => JSON.parse(await readFile(join(web, '../maps', file), 'utf8')) as unknown;
  const texts = JSON.parse(await readFile(join(team.repository, 'locales/en.json'), 'utf8')) as {
    page: { lead: string };
  };
  expect(await listed('texts/en.json'), 'what is compared with other versions').toMatchObject({
    'page.lead': texts.page.lead,
  });
  expect(await listed('packages.json')).toEqual({});
  await appendFile(join(web, 'remote.js'), '\n');
  expect(await team.site('build')).toMatch(/events +\w+ built/);
  await team.write('dist/events/web/other.js', '');
  expect(await team.site('build')).toMatch(/events +\w+ built/);
});
