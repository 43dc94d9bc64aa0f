import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { root } from '@site/bundling/project.ts';
import type { Program } from '@site/testkit/site/program.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { secondTier } from '../support/tiers.ts';
import { isMarked, markDocument, visit } from '../support/visitor.ts';
import { type Change, expect, test } from './developmentTest.ts';

const listPage = 'remotes/blog/src/pages/list/ListPage.tsx';
const listSheet = 'remotes/blog/src/pages/list/NewsRow.module.css';
const listModule = 'remotes/blog/src/pages/list/page.ts';
const title = texts.en.blog.list.title;

/** The line of the list page that faults are written into. */
const firstLine = readFileSync(join(root, listPage), 'utf8').split('const { t }')[0]?.split('\n').length;

/** Returns a function that reads the program's output from now on. */
function outputSince(program: Program) {
  const { length } = program.output();
  return () => program.output().slice(length);
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

// These tests share a server and change its sources. Compiling takes many times as long while other tests use the
// processors. If one fails, all of them run again, so they have two retries.
test.describe.configure({ mode: 'serial', timeout: 900_000, retries: 2 });

test.afterEach(async ({ development: { program } }, { errors, attach }) => {
  if (errors.length > 0) await attach('what `npm run dev` said', { body: program.output() });
});

test('`npm run dev -- blog` in a fresh clone serves every page, with the origin that the browser uses', async ({
  development: { origin, program },
  request,
}) => {
  expect(program.output()).toContain('marketing was never built: building it once.');
  const answer = await request.get('/en/pricing');
  expect(answer.status()).toBe(200);
  const html = await answer.text();
  expect(html).toContain(`rel="canonical" href="${origin}/en/pricing"`);
  expect(html).toContain(`property="og:image" content="${origin}/cards/`);
});

test('a saved text appears at once, also in the title, and an open menu stays open', async ({
  page,
  change,
  request,
  development: { program },
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await visit(page, '/en/blog');
  await expect(page.locator('[data-font-faces]'), 'fonts').toHaveAttribute('media', 'all');
  const menu = page.getByRole('banner').locator('details');
  await menu.locator('summary').click();
  await markDocument(page);

  await change('remotes/blog/locales/en.json', `"${title}"`, '"Read all about it"');
  await expect(page.locator('h1')).toHaveText('Read all about it');
  await expect(page).toHaveTitle(/^Read all about it/);
  await change(
    'shared/company/locales/en.json',
    `"contact": "${texts.en.shell.navigation.contact}"`,
    '"contact": "Drop us a line"',
  );
  await expect(menu.getByRole('link', { name: 'Drop us a line' })).toBeVisible();
  expect(await isMarked(page)).toBe(true);

  const html = await (await request.get('/en/blog', { timeout: 120_000 })).text();
  expect(html).toContain('Read all about it');
  expect(html).toContain('Drop us a line');
  expect(program.output()).toMatch(/^✓ remotes\/blog\/locales\/en\.json \d/m);
});

test(
  'components of a remote, the shell and shared code update in the open page, and so do styles',
  secondTier,
  async ({ page, change }) => {
    await visit(page, '/en/blog');
    await markDocument(page);
    await change(listPage, "title={t('list.title')}", "title={t('list.title').toUpperCase()}");
    await expect(heading(page)).toHaveText(title.toUpperCase());
    await change('shared/ui/layout/PageHeader.tsx', '{title}', '{title} ·');
    await expect(heading(page)).toHaveText(`${title.toUpperCase()} ·`);
    await change('shell/src/layout/Layout.tsx', '</a>', '→</a>');
    await expect(page.locator('a').first()).toHaveText(`${texts.en.shell.common.skipToContent}→`);
    await change(listSheet, '.row {', '.row { outline: 3px dotted;');
    await expect(page.getByRole('article').first()).toHaveCSS('outline-style', 'dotted');
    expect(await isMarked(page)).toBe(true);
  },
);

test('a change to a page’s head function appears', secondTier, async ({ page, change }) => {
  await visit(page, '/en/blog');
  await change(listModule, "title: translate('list.title')", "title: 'Extra, extra'");
  await expect(page).toHaveTitle(/^Extra, extra/);
});

const fragmentSource = 'remotes/blog/src/fragments/latest/LatestArticle.tsx';

test('a fragment has a page of its own, with what its address gives it, and the line of what it throws', async ({
  page,
  change,
  fix,
  overlay,
  development: { origin, program },
}) => {
  expect(program.output()).toContain(`fragment latest-article: ${origin}/en/_dev/fragments/latest-article?except=`);
  const fragment = page.locator('[data-fragment="latest-article"]');
  const link = fragment.getByRole('link');
  await visit(page, '/en/_dev/fragments/latest-article');
  await expect(page).toHaveTitle('latest-article');
  await expect(heading(page), 'nothing else is shown').toBeHidden();
  const latest = (await link.getAttribute('href')) ?? '';
  await visit(page, `/en/_dev/fragments/latest-article?except=${latest.split('/').at(-1)}`);
  await expect(link).not.toHaveAttribute('href', latest);
  await markDocument(page);
  const { label } = texts.en.blog.latest;
  await change('remotes/blog/locales/en.json', `"label": "${label}"`, '"label": "Fresh from the press"');
  await expect(fragment).toContainText('Fresh from the press');
  await change(fragmentSource, 'className={styles.label}', 'className={styles.label} id="changed"');
  await expect(fragment.locator('#changed')).toBeVisible();
  expect(await isMarked(page)).toBe(true);
  await change(fragmentSource, 'if (!data)', "if (String(language)) throw new Error('No article');\n  if (!data)");
  await change(fragmentSource, '({ data }', '({ data, language }');
  await page.reload();
  await expect(overlay).toContainText('The fragment “latest-article” fails on the server');
  await expect(overlay).toContainText(`${fragmentSource}:`);
  await fix();
  await expect(link, 'without a reload by hand').toBeVisible();
  await expect(overlay).toHaveCount(0);
});

/** Faults in the sources, and how they are reported. */
const faults: readonly { name: string; break: (change: Change) => Promise<void>; said: readonly string[] }[] = [
  {
    name: 'code that can’t be parsed',
    break: (change) => change(listPage, 'return (', 'return ((\n'),
    said: ['blog can’t be compiled', `${listPage}:`, 'Syntax Error', '</>'],
  },
  {
    name: 'a catalogue that can’t be parsed',
    break: (change) => change('remotes/blog/locales/en.json', '"lead"', 'lead"'),
    said: ['blog can’t be compiled', 'remotes/blog/locales/en.json:4', 'lead": '],
  },
  {
    name: 'a style sheet that can’t be parsed',
    break: (change) => change(listSheet, '.row {', '.row {{ } x: {'),
    said: ['blog can’t be compiled', `${listSheet}:`, '.row {{ } x: {'],
  },
  {
    name: 'a type error',
    break: (change) => change(listPage, 'const { t }', "const count: number = 'one';\n  void count;\n  const { t }"),
    said: ['The types don’t fit', `${listPage}:${firstLine}:9`, 'TS2322', "const count: number = 'one'"],
  },
  {
    name: 'a text that is missing in one language',
    break: (change) => change('remotes/blog/locales/fr.json', '"lead"', '"leed"'),
    said: ['blog has no text for a key', 'remotes/blog/locales/fr.json:', '"list.lead" is missing in "fr"'],
  },
];

for (const { name, break: breakIt, said } of faults)
  test(
    `${name} is shown above the page and in the terminal until it is fixed`,
    secondTier,
    async ({ page, change, fix, overlay, development: { program } }) => {
      await visit(page, '/en/blog');
      await markDocument(page);
      const output = outputSince(program);
      await breakIt(change);
      for (const words of said) await expect(overlay).toContainText(words);
      for (const words of said) await expect.poll(output).toContain(words);
      await expect(heading(page)).toHaveText(title);
      await fix();
      await expect(overlay).toHaveCount(0);
      expect(await isMarked(page)).toBe(true);
    },
  );

test(
  'a page that throws while rendering reports where, in the browser and on the server, and recovers once fixed',
  secondTier,
  async ({ page, change, fix, overlay, development: { program } }) => {
    await visit(page, '/en/blog');
    await markDocument(page);
    const output = outputSince(program);
    await change(listPage, 'const { t }', "if (data) throw new Error('The press is jammed');\n  const { t }");
    for (const words of [
      'The page “blog” fails in the browser',
      `${listPage}:${firstLine}`,
      '/en/blog',
      'The press is jammed',
    ])
      await expect(overlay).toContainText(words);
    await expect(overlay).toContainText(`> ${firstLine} |   if (data) throw new Error('The press is jammed');`);
    // The terminal speaks once the server's code is built, too: that must not load the page again.
    await expect.poll(output).toContain('The page “blog” fails in the browser');
    expect(await isMarked(page)).toBe(true);

    expect((await page.reload())?.status()).toBe(503);
    await expect(overlay).toContainText('The page “blog” fails on the server');
    await expect(overlay).toContainText(`${listPage}:${firstLine}`);
    expect(program.output()).toMatch(
      new RegExp(
        `✗ The page “blog” fails on the server\\n +remotes\\S+:${firstLine} +/en/blog\\n +The press is jammed`,
      ),
    );

    await fix();
    await expect(heading(page)).toHaveText(title);
    await expect(overlay).toHaveCount(0);
  },
);

test(
  'a `load` that throws reports where, and navigating to it keeps the previous page on screen',
  secondTier,
  async ({ page, change, fix, overlay, development: { program } }) => {
    await visit(page, '/en/services');
    const before = await heading(page).textContent();
    const compiled = outputSince(program);
    // This must not also be a type error: of two problems on one line, only the first is shown.
    await change(listModule, 'outcomeOf(', "JSON.parse('no news') ?? outcomeOf(");
    await expect.poll(compiled).toContain(`✓ ${listModule}`);
    await page.getByRole('banner').getByRole('link', { name: texts.en.shell.navigation.blog }).click();
    await expect(overlay).toContainText('"no news" is not valid JSON');
    await expect(overlay).toContainText(`${listModule}:10`);
    await expect(heading(page)).toHaveText(before ?? '');
    await fix();
    await expect(heading(page)).toHaveText(title);
  },
);

test('a missing text is reported with the component that uses it', secondTier, async ({ page, change, overlay }) => {
  await visit(page, '/en/blog');
  await change(listPage, "t('list.title')", "t('list.titel' as 'list.title')");
  await expect(overlay).toContainText('SITE-TEXTS "blog:list.titel" is in no catalogue');
  await expect(overlay).toContainText(`${listPage}:`);
});

// Must be the last test: restoring its sources restarts the server.
test('a new page appears as soon as its remote declares it', secondTier, async ({ page, change, overlay }) => {
  const draft = `draft: { source: './src/pages/list/page.ts', paths: { en: 'blog/draft', fr: 'blog/brouillon', es: 'blog/borrador' } },`;
  for (const language of ['en', 'fr', 'es'])
    await change(`remotes/blog/locales/${language}.json`, '"routes": {', '"routes": { "draft": { "title": "Draft" },');
  await change('remotes/blog/src/remote.ts', '  pages: {', `  pages: {\n    ${draft}`);
  // A full restart, which takes longer while other tests run.
  const status = async () => (await page.goto('/en/blog/draft').catch(() => null))?.status();
  await expect.poll(status, { timeout: 120_000 }).toBe(200);
  await expect(heading(page)).toHaveText(title);
  await expect(overlay).toHaveCount(0);
});
