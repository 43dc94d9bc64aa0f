import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { outputOf, readyOrigin, siteProgram } from '@site/testkit/site/program.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { versionsOf } from '../support/head.ts';
import { isMarked, markDocument, waitForHydration } from '../support/visitor.ts';
import { expect, test } from './projectTest.ts';

const settings = { DATA_DIR: '.data', PORT: '0', CHROMIUM_PATH: process.env.TESTED_BROWSER ?? '' };

/** Writes the sources of a page that is only in French, with its texts. */
async function addFrenchPage(remote: string): Promise<void> {
  const page = 'src/pages/soldes';
  const added = {
    [`${page}/page.ts`]: `import { definePage } from '@site/shared';
import { strings } from '../../strings.ts';
import { SalesPage } from './SalesPage.tsx';

export default definePage({ component: SalesPage, strings: strings(['soldes']) });
`,
    [`${page}/SalesPage.tsx`]: `import { PageHeader } from '@site/shared';
import { useTranslation } from 'react-i18next';

/** What is cheaper for a while, in France alone. */
export function SalesPage() {
  const { t } = useTranslation('open-days');
  return <PageHeader title={t('soldes.title')} />;
}
`,
  };
  for (const [file, text] of Object.entries(added)) {
    await mkdir(dirname(join(remote, file)), { recursive: true });
    await writeFile(join(remote, file), text);
  }
  await edit(join(remote, 'src/remote.ts'), /( {2}pages: \{\n)/, (start) => [
    start,
    "    soldes: {\n      source: './src/pages/soldes/page.ts',\n      languages: ['fr'],\n",
    "      paths: 'open-days/soldes',\n      places: ['menu', 'footer'],\n    },\n",
  ]);
  await edit(join(remote, 'src/strings.ts'), /typeof messages/, () => ['typeof messages & typeof french']);
  await edit(join(remote, 'src/strings.ts'), /^import type messages.*\n/m, (line) => [
    line,
    "import type french from '../locales/fr.json';\n",
  ]);
  const catalogue = join(remote, 'locales/fr.json');
  const { routes, ...sections } = JSON.parse(await readFile(catalogue, 'utf8'));
  const soldes = { title: 'Les soldes d’hiver' };
  const french = { ...sections, soldes, routes: { ...routes, soldes: { ...soldes, link: 'Soldes' } } };
  await writeFile(catalogue, `${JSON.stringify(french, null, 2)}\n`);
}

async function edit(file: string, what: RegExp, change: (found: string) => readonly string[]): Promise<void> {
  const text = await readFile(file, 'utf8');
  expect(text).toMatch(what);
  await writeFile(
    file,
    text.replace(what, (found) => change(found).join('')),
  );
}

// For the copy of the project, too: it takes a while where other tests run.
test.setTimeout(900_000);

test('a team’s page in French alone is in no other language, which is said; a page that moves is found at its old addresses', async ({
  project,
  start,
  browser,
}) => {
  const run = (...parameters: string[]) => outputOf(siteProgram, parameters, settings, project);
  await cp(testedReleases, join(project, '.releases'), { recursive: true });
  const origin = await readyOrigin(start('platform/server/src/main.ts', [], settings));
  const status = async (path: string) => (await fetch(origin + path, { redirect: 'manual' })).status;
  const read = async (path: string) => await (await fetch(origin + path)).text();

  await run('new-remote', 'open-days');
  await addFrenchPage(join(project, 'remotes/open-days'));
  await run('check', 'catalogues', 'styles');
  await run('publish', 'open-days', '--promote');
  await expect.poll(() => status('/fr/open-days/soldes')).toBe(200);
  expect(await Promise.all(['/en/open-days/soldes', '/es/open-days/soldes', '/en/open-days'].map(status))).toEqual([
    404, 404, 200,
  ]);
  const address = `${origin}/fr/open-days/soldes`;
  expect(versionsOf(await read('/fr/open-days/soldes'))).toEqual({ fr: address, 'x-default': address });
  expect(await read('/fr/open-days/soldes')).not.toContain('og:locale:alternate');
  const sitemap = await read('/sitemap.xml');
  expect(sitemap).toContain(`<loc>${address}</loc>`);
  expect(sitemap).not.toMatch(/\/(en|es)\/open-days\/soldes/);
  expect(await read('/fr/contact'), 'menu and footer').toMatch(/<header.*\/soldes".*<footer.*\/soldes"/s);
  for (const path of ['/en/contact', '/es/contacto']) expect(await read(path)).not.toContain('soldes"');

  for (const javaScriptEnabled of [false, true]) {
    const context = await browser.newContext({ javaScriptEnabled, baseURL: origin });
    const page = await context.newPage();
    await page.goto('/fr/open-days/soldes');
    if (javaScriptEnabled) await waitForHydration(page);
    const note = texts.fr.shell.languageNote.missing.replace('{{languages}}', 'English, Español');
    await expect(page.getByRole('main').getByText(note)).toBeVisible();
    const english = page.getByRole('banner').getByRole('link', { name: 'English' }).first();
    await expect(english).toHaveAccessibleDescription(note);
    await english.click();
    await expect(page, 'the page above').toHaveURL('/en/open-days');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.locator('#language-note')).toHaveCount(0);
    await context.close();
  }

  const source = join(project, 'remotes/open-days/src/remote.ts');
  const [earlier, later] = ["paths: 'open-days'", "paths: 'open-days/visit', was: ['open-days']"] as const;
  await edit(source, new RegExp(earlier), () => ["paths: 'open-days/visit', was: ['open-days', 'elsewhere']"]);
  const refused = run('publish', 'open-days').catch((error: unknown) => String(error));
  expect(await refused, 'a path that the remote may not claim').toMatch(
    /RELEASE-ROUTE-UNCLAIMED .*was at \/en\/elsewhere/,
  );
  await edit(source, /, 'elsewhere'/, () => []);
  expect(await readFile(source, 'utf8')).toContain(later);
  await run('publish', 'open-days', '--promote');
  await expect.poll(() => status('/en/open-days')).toBe(301);
  for (const language of ['en', 'fr', 'es']) {
    for (const old of ['open-days', 'open-days/']) {
      const answer = await fetch(`${origin}/${language}/${old}?utm_source=x&a=1`, { redirect: 'manual' });
      expect(answer.status).toBe(301);
      expect(answer.headers.get('location')).toBe(`/${language}/open-days/visit?utm_source=x&a=1`);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
    }
    expect(await status(`/${language}/open-days/visit`)).toBe(200);
  }
  expect(await read('/sitemap.xml')).not.toContain('/open-days<');
  const page = await browser.newPage({ baseURL: origin });
  await page.goto('/en/contact');
  await waitForHydration(page);
  await markDocument(page);
  await page.evaluate(() => {
    window.history.pushState({}, '', '/en/open-days?a=1#main');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page).toHaveURL('/en/open-days/visit?a=1#main');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A new room in the house');
  expect(await isMarked(page), 'without loading a document').toBe(true);
  await page.close();
});
