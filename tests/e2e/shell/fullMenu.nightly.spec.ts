import { expectWholeMenu, test } from './eightPages.ts';

for (const language of ['en', 'es'] as const) {
  for (const javaScriptEnabled of [true, false]) {
    test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
      test.use({ javaScriptEnabled });

      test(`a menu of eight pages is whole in ${language} at every width`, async ({ page, fullSite }) => {
        test.slow();
        for (const width of [320, 359, 390, 768, 1023, 1024, 1199, 1200, 1440, 1920])
          await expectWholeMenu(page, fullSite, language, width);
      });
    });
  }
}
