import { test } from './eightPages.ts';
import { addresses } from '@site/testkit/site/addresses.ts';
test('look', async ({ page, fullSite }) => {
  test.slow();
  for (const [language, width, theme] of [['fr',1024,'light'],['es',1024,'dark'],['en',1320,'light'],['fr',1440,'light'],['es',1319,'light'],['fr',320,'light'],['en',390,'dark'],['fr',768,'light']] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: theme });
    await page.goto(fullSite.origin + addresses[language].home);
    await page.screenshot({ path: `/tmp/vis/shots/n-${language}-${width}.png`, clip: { x: 0, y: 0, width, height: 200 } });
    await page.getByRole('banner').locator('summary').click();
    await page.screenshot({ path: `/tmp/vis/shots/m-${language}-${width}.png` });
  }
});
