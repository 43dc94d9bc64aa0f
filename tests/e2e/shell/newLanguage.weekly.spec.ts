import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addresses } from '@site/testkit/site/addresses.ts';
import { commandOutput, readyOrigin, startCommand } from '@site/testkit/site/program.ts';
import { startMailServer } from '@site/testkit/startMailServer.ts';
import { expect, test } from '../releases/projectTest.ts';
import { visit } from '../support/visitor.ts';

/** The fourth language: German, as the English texts after a word with German letters. */
const prefix = 'Größe: ';

/** What a person writes of German, besides the texts: more would be a step backwards. */
const mostByHand = 8;

/** A copy of the project, and the files that were changed or added in it by hand. */
class Edits {
  readonly files = new Set<string>();
  readonly #project: string;

  constructor(project: string) {
    this.#project = project;
  }

  async change(file: string, replace: (text: string) => string): Promise<void> {
    const text = await this.read(file);
    const changed = replace(text);
    expect(changed, file).not.toBe(text);
    await this.write(file, changed);
  }

  async write(file: string, text: string): Promise<void> {
    this.files.add(file);
    await writeFile(join(this.#project, file), text);
  }

  read(file: string): Promise<string> {
    return readFile(join(this.#project, file), 'utf8');
  }
}

/** Every text of a catalogue with the prefix, and with German quotation marks. */
const translated = (value: unknown): unknown => {
  if (typeof value === 'string') return prefix + value.replaceAll('“', '„').replaceAll('”', '“');
  return Object.fromEntries(Object.entries(value as object).map(([key, inner]) => [key, translated(inner)]));
};

/** Adds an address in German to each page that has one for each language: those of the prices differ. */
const withAddresses = (text: string) =>
  text.replaceAll(
    /en: '([^']*)', .*?es: '[^']*'/g,
    (all, english: string) => `${all}, de: '${germanAddress(english)}'`,
  );

const germanAddress = (english: string) => (english === 'pricing' ? 'preise' : english);

/** The policy allows each remote the same addresses, in German. */
function withClaims(text: string): string {
  const { claims, ...policy } = JSON.parse(text) as { readonly claims: Readonly<Record<string, Claims>> };
  const german = Object.entries(claims).map(([remote, claimed]) => [
    remote,
    'en' in claimed ? { ...claimed, de: claimed.en.map(germanAddress) } : claimed,
  ]);
  return JSON.stringify({ claims: Object.fromEntries(german), ...policy }, null, 2);
}

type Claims = readonly string[] | { readonly en: readonly string[] };

/** The places that the compiler names, without tests, which list their expectations for each language. */
const namedByCompiler = (report: string): string[] => [
  ...new Set(
    [...report.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)]
      .map(([, file = '']) => file)
      .filter((file) => !isForTests(file)),
  ),
];

const isForTests = (file: string) => /^tests\/|\.test\.|\/testing\//.test(file);

/** Adds German: first to the table, then wherever the checks say that it is missing. Returns the files that were written by hand. */
async function addGerman(project: string): Promise<ReadonlySet<string>> {
  const edits = new Edits(project);
  const run = async (...parameters: readonly string[]) => {
    const program = startCommand(project, {}, [process.execPath, ...parameters]);
    await program.exited;
    return program.output();
  };
  const check = () => run('platform/cli/bin/site.cjs', 'check', 'catalogues', 'languages');
  await edits.change('shared/company/languages.ts', (text) =>
    text.replace(/^ {2}es: \{.*\n/m, "$&  de: { name: 'Deutsch', locale: 'de_DE', direction: 'ltr' },\n"),
  );
  const report = await check();
  for (const [, file = ''] of report.matchAll(/(\S+\/locales\/de\.json) is missing/g))
    await edits.write(
      file,
      JSON.stringify(translated(JSON.parse(await edits.read(file.replace('de.json', 'en.json'))))),
    );
  // Each remote is a separate TypeScript project.
  const compiled = await Promise.all(
    ['tsconfig.json', ...['blog', 'contact', 'marketing'].map((name) => `remotes/${name}/tsconfig.json`)].map((file) =>
      run('node_modules/typescript/bin/tsc', '--noEmit', '--skipLibCheck', '-p', file),
    ),
  );
  for (const file of namedByCompiler(compiled.join('\n'))) await edits.change(file, withAddresses);
  await edits.change('shared/company/policy.json', withClaims);
  for (const needed of ['nginx.conf', 'outage/page-de.html', 'ß'])
    expect(report, 'the command that writes the rest').toMatch(new RegExp(`${needed}.*npx site languages`));
  await run('platform/cli/bin/site.cjs', 'languages');
  expect(await check()).not.toContain('FAIL');
  return edits.files;
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
console.log(await (await fetch(nginx.origin + '/de/preise', { headers: { accept: 'text/html' } })).text());
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
  expect(places.size, [...places].join('\n')).toBeLessThanOrEqual(mostByHand);
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
    for (const path of Object.values(paths)) {
      const response = await page.goto(origin + path.replace('/en', '/de').replace('pricing', 'preise'));
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
    // Nobody has written samples in German.
    expect(await (await fetch(`${origin}/api/v1/blog/de`)).json()).toEqual({ news: [] });
  });

  await test.step('the fonts have its letters', async () => {
    await page.goto(`${origin}/de/preise`);
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
