import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { languages } from '@site/shared/i18n/languages.ts';
import { outagePage, outagePolicy } from './outagePage.ts';

const folder = join(import.meta.dirname, '../../../../docs/deploy');

for (const outage of ['page', 'form', 'crowd', 'crowdedForm'] as const) {
  for (const language of languages) {
    // After a change of texts or colours: npx site languages
    test(`nginx has the page for a ${outage} in ${language}`, async () => {
      await expect(outagePage(outage, language)).toMatchFileSnapshot(join(folder, `outage/${outage}-${language}.html`));
    });
  }
}

test('nginx sends these pages with the policy that their styles need', () => {
  expect(readFileSync(join(folder, 'nginx.conf'), 'utf8')).toContain(`Content-Security-Policy "${outagePolicy}"`);
});
