import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addresses } from '@site/testkit/site/addresses.ts';
import { commandOutput, readyOrigin, startCommand } from '@site/testkit/site/program.ts';
import { startMailServer } from '@site/testkit/startMailServer.ts';
import { expect, test } from '../releases/projectTest.ts';
import { visit } from '../support/visitor.ts';

/** The fourth language: German, as the English texts after a word with German letters. */
const prefix = 'Größe: ';

async function change(file: string, replace: (text: string) => string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const changed = replace(text);
  expect(changed, file).not.toBe(text);
  await writeFile(file, changed);
}

/** Every text of a catalogue with the prefix. */
const translated = (value: unknown): unknown => {
  if (typeof value === 'string') return prefix + value;
  return Object.fromEntries(Object.entries(value as object).map(([key, inner]) => [key, translated(inner)]));
};

/** The English news with other ids: two languages may have the same slugs. */
const translatedNews = (items: readonly { slug: string; title: string }[]) =>
  items.map(({ slug, title, ...item }) => {
    const address = `de-${slug}`;
    return { ...item, language: 'de', uid: address, slug: address, title: prefix + title };
  });

/** Adds a file that a line of `npm run check` asks for. */
async function addFile(project: string, file: string): Promise<void> {
  const english = JSON.parse(await readFile(join(project, file.replace('de.json', 'en.json')), 'utf8'));
  const german = file.includes('/sample/') ? translatedNews(english) : translated(english);
  await writeFile(join(project, file), JSON.stringify(german));
}

/** Adds an entry for German wherever a file has one for English. */
function withGerman(text: string): string {
  const german = (english: string) =>
    english.replace(' en', ' de').replaceAll('en.json', 'de.json').replaceAll('"en"', '"de"');
  return (
    text
      .replace(/^import en from .*\n/m, (line) => line + german(line))
      .replaceAll('{ en, fr, es }', '{ en, fr, es, de }')
      // A single entry, several on a line, or one over several lines.
      .replace(/^ +en: (?!'.*es: ).*,\n/m, (line) => line + german(line))
      .replaceAll(/en: ('[^']*'), .*?es: '[^']*'/g, '$&, de: $1')
      .replace(/^ {4}en: (?:async )?\(\) =>\n(?: {6}.*\n)+/m, (block) => block + german(block))
  );
}

/** The places that the compiler names, without tests, which list their expectations for each language. */
const namedByCompiler = (report: string): string[] => [
  ...new Set(
    [...report.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)]
      .map(([, file = '']) => file)
      .filter((file) => !isForTests(file)),
  ),
];

const isForTests = (file: string) => /^tests\/|\.test\.|\/testing\//.test(file);

/** Adds German: first to the table, then wherever the checks say that it is missing. Returns their messages. */
async function addGerman(project: string): Promise<readonly string[]> {
  const check = async (...names: readonly string[]) => {
    const program = startCommand(project, {}, [process.execPath, 'platform/cli/bin/site.cjs', 'check', ...names]);
    await program.exited;
    return program.output();
  };
  await change(join(project, 'shared/company/languages.ts'), (text) =>
    text.replace(/^ {2}es: \{.*\n/m, "$&  de: { name: 'Deutsch', locale: 'de_DE' },\n"),
  );
  const report = await check('catalogues', 'languages');
  const missing = [...report.matchAll(/(\S+de\.json) is missing/g)].map(([, file = '']) => file);
  for (const file of missing) await addFile(project, file);
  expect(report).toContain('docs/deploy/nginx.conf: the map of $uri');
  await change(join(project, 'docs/deploy/nginx.conf'), (text) =>
    text.replace('en|fr|es', 'en|fr|es|de').replace('    "~*^es" es;\n', '$&    "~*^de" de;\n'),
  );
  // Each remote is a separate TypeScript project.
  const compiled = await Promise.all(
    ['tsconfig.json', ...['blog', 'contact', 'marketing'].map((name) => `remotes/${name}/tsconfig.json`)].map(
      async (file) => {
        const tsc = ['node_modules/typescript/bin/tsc', '--noEmit', '--skipLibCheck', '-p', file];
        const program = startCommand(project, {}, [process.execPath, ...tsc]);
        await program.exited;
        return program.output();
      },
    ),
  );
  const named = namedByCompiler(compiled.join('\n'));
  for (const file of named) await change(join(project, file), withGerman);
  const [, letters = ''] = /"de" needs (.*) as well/.exec(await check('languages')) ?? [];
  expect(letters).toContain('ß');
  await change(join(project, 'platform/bundling/src/publicFiles/fonts/characters.ts'), (text) =>
    text.replace("de: ''", `de: '${letters.replaceAll(' ', '')}'`),
  );
  await commandOutput(project, {}, [process.execPath, 'platform/bundling/src/publicFiles/fonts/subset.ts']);
  await commandOutput(project, {}, [process.execPath, 'node_modules/.bin/rstest', 'run', 'outagePage', '-u']);
  expect(await check('catalogues', 'languages')).not.toContain('FAIL');
  return [...missing, ...named];
}

/** Prints nginx's page for this project when no server answers. */
const askNginx = `
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNginx, startNginx } from '@site/testkit/nginx.ts';
const program = await findNginx();
const servers = ['http://127.0.0.1:1', 'http://127.0.0.1:2'];
const folder = await mkdtemp(join(tmpdir(), 'site-language-'));
const nginx = await startNginx({ program, servers, folder });
console.log(await (await fetch(nginx.origin + '/de/pricing', { headers: { accept: 'text/html' } })).text());
await nginx.stop();
await rm(folder, { recursive: true });
`;

test('a fourth language: the checks name every place that needs it, and then every page has it', async ({
  project,
  start,
  page,
}) => {
  test.setTimeout(900_000);
  const places = await addGerman(project);
  expect(places.length, places.join('\n')).toBeGreaterThan(15);
  const mail = await startMailServer();
  const releases = join(project, 'releases');
  await mkdir(releases);
  const program = start('platform/cli/src/start.ts', [], {
    PORT: '0',
    DATA_DIR: join(project, 'data'),
    RELEASES: releases,
    SMTP_URL: mail.url,
    MAIL_TO: 'team@example.com',
    MAIL_CONFIRM: 'true',
  });
  const origin = await readyOrigin(program);

  await test.step('every page, and the way to it', async () => {
    await visit(page, `${origin}/en/pricing`);
    await page.getByRole('link', { name: 'Deutsch' }).first().click();
    await expect(page).toHaveURL(/\/de/);
    const { notFound: _, article: _article, ...paths } = addresses.en;
    for (const path of [...Object.values(paths), '/en/blog/de-three-numbers-visitors-feel']) {
      const response = await page.goto(origin + path.replace('/en', '/de'));
      expect(response?.status(), path).toBe(200);
      await expect(page.locator('html')).toHaveAttribute('lang', 'de');
      await expect(page).toHaveTitle(/^Größe: /);
      const card = await page.locator('meta[property="og:image"]').getAttribute('content');
      const picture = await fetch(origin + new URL(card ?? '').pathname);
      expect([picture.status, picture.headers.get('content-type')], path).toEqual([200, 'image/png']);
    }
    expect(await (await fetch(`${origin}/sitemap.xml`)).text()).toContain('/de/contact');
    const notFound = await fetch(`${origin}/de/nowhere`);
    expect([notFound.status, await notFound.text()]).toEqual([404, expect.stringContaining(`${prefix}Page not found`)]);
  });

  await test.step('the fonts have its letters', async () => {
    await page.goto(`${origin}/de/pricing`);
    await page.evaluate(() => document.fonts.ready);
    const session = await page.context().newCDPSession(page);
    await session.send('DOM.enable');
    await session.send('CSS.enable');
    const { root: documentNode } = await session.send('DOM.getDocument');
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: documentNode.nodeId, selector: 'h1' });
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    expect(fonts.map(({ isCustomFont }) => isCustomFont)).toEqual([true]);
  });

  await test.step('a visitor writes in it, and gets an answer in it', async () => {
    await visit(page, `${origin}/de/contact`);
    for (const name of ['Name', 'Subject', 'Message'])
      await page.getByRole('textbox', { name: prefix + name }).fill('Schöne Grüße an alle');
    await page.getByRole('textbox', { name: `${prefix}E-mail` }).fill('ada@example.com');
    await page.getByRole('button', { name: `${prefix}Send` }).click();
    await expect(page.getByText(`${prefix}Message has been sent`)).toBeVisible();
    const mails = await mail.received(2);
    for (const { subject, text } of mails)
      expect([subject, text]).toEqual(Array(2).fill(expect.stringContaining(prefix)));
    await mail.stop();
  });

  await test.step('nginx’s page while no server answers', async () => {
    const script = join(project, 'askNginx.mjs');
    await writeFile(script, askNginx);
    const html = await commandOutput(project, { TMPDIR: '/tmp' }, [process.execPath, script]);
    expect(html).toContain('<html lang="de">');
    expect(html).toContain(prefix);
  });
});
