import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { brand } from '@site/company/brand.ts';
import { type StartedSite, startSite } from '@site/platform/presets/startSite.ts';
import { escapeHtml } from '@site/shared/html.ts';
import { languages } from '@site/shared/i18n/languages.ts';

let site: StartedSite | undefined;

// The first start builds everything.
beforeAll(async () => {
  site = await startSite();
}, 300_000);

afterAll(async () => await site?.stop());

test.each(languages)('visitors get the home page in %s, with the name of the product', async (language) => {
  const response = await fetch(`${site?.origin}/${language}`);
  expect(response.status).toBe(200);
  const page = await response.text();
  expect(page).toContain(`<html lang="${language}"`);
  expect(/<title>(.*)<\/title>/.exec(page)?.[1]).toContain(escapeHtml(brand.product));
});
