import { readdir } from 'node:fs/promises';
import { acceptedFolder, acceptedNames, expectAccepted } from './accepted.ts';
import { expect, test } from './looksTest.ts';
import { photograph } from './photograph.ts';
import { openIn, settings } from './settings.ts';
import { showTheme, themes } from './themes.ts';

for (const setting of settings) {
  test.describe(() => {
    openIn(setting.viewport);

    test(`${setting.name} looks as accepted, by day and by night`, async ({ page, form, album }, info) => {
      await setting.view.open({ page, form, language: setting.language });
      for (const theme of themes) {
        await showTheme(page, theme);
        await expectAccepted(album, `${setting.name}-${theme}.webp`, await photograph(page, setting.view), info);
      }
    });
  });
}

test('no accepted picture is left of what there no longer is to look at', async () => {
  const leftOver = (await readdir(acceptedFolder)).filter((name) => !acceptedNames.includes(name));
  expect(leftOver).toEqual([]);
});
