import type { Page, Request } from '@playwright/test';
import { everyAddress, languages } from '@site/testkit/site/addresses.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, test } from '../support/test.ts';
import { firstTierIf } from '../support/tiers.ts';
import { visit } from '../support/visitor.ts';

/** Visits a page. Returns its HTML, and the paths of the scripts and style sheets that the browser requested for it. */
async function load(page: Page, address: string): Promise<{ html: string; code: readonly string[] }> {
  const code: string[] = [];
  const note = (request: Request) => {
    const isOfPage = request.frame() === page.mainFrame();
    if (isOfPage && ['script', 'stylesheet'].includes(request.resourceType()))
      code.push(new URL(request.url()).pathname);
  };
  page.on('request', note);
  const [answer] = await Promise.all([page.waitForResponse(address), visit(page, address)]);
  page.off('request', note);
  return { html: await answer.text(), code };
}

/** The text of the site in a document. */
const textOf = (page: Page, html: string) =>
  page.evaluate((text) => new DOMParser().parseFromString(text, 'text/html').querySelector('#site')?.textContent, html);

for (const language of languages) {
  /** Only the browser knows how long the page took. */
  const answerTime = new RegExp(texts[language].shell.footer.answered.replace('{{ms}}', '\\d+'));

  test(
    `every ${language} page hydrates without changes or complaints, and its HTML names every script and style sheet`,
    firstTierIf(language === 'fr'),
    async ({ page: shared, browser, context, site, watched }) => {
      watched.allow(/Failed to load resource.*\/\S*(?:nowhere|nulle-part|ninguna-parte)$/);
      // The pages' security policy forbids parsing HTML in scripts.
      const blank = await context.newPage();
      for (const { page: name, path } of everyAddress.filter((address) => address.language === language)) {
        // In its own window: see tests/e2e/blog/redirect.spec.ts.
        const page = name === 'article' ? await browser.newPage() : shared;
        if (name === 'article') {
          await watched.observe(page.context());
          await page.clock.install({ time: new Date('2030-01-01') });
        }
        const { html, code } = await load(page, site.origin + path);
        const shown = await page.evaluate(() => document.querySelector('#site')?.textContent);
        // An article's countdown may have advanced meanwhile.
        if (name !== 'article')
          expect
            .soft(shown?.replace(answerTime, ''), `${path} is as the server sent it`)
            .toBe(await textOf(blank, html));
        expect.soft(code.filter((file) => file.endsWith('.js')).length, `${path} has scripts`).toBeGreaterThan(1);
        const unnamed = code.filter((file) => !html.includes(file));
        expect.soft(unnamed, `${path} needs one level of requests`).toEqual([]);
        expect.soft(code, `${path} requests each of them once`).toEqual([...new Set(code)]);
        // Its countdown goes on while other pages are visited, and would lead away.
        if (name === 'article') await page.close();
      }
    },
  );
}

test('a link that is clicked before the scripts load leads to its page', async ({ page, watched }) => {
  // Whether the scripts start before the click is a race.
  watched.allow(/net::ERR_FAILED|^uncaught: $/);
  await page.route('**/assets/**/*.js', (route) => route.abort());
  await page.route('**/en/pricing', (route) => route.continue());
  await page.goto('/en');
  await page.unroute('**/assets/**/*.js');
  await page.getByRole('banner').getByRole('link', { name: 'Pricing', exact: true }).click();
  await expect(page).toHaveURL('/en/pricing');
});
