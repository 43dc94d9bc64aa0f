import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nginxFile, outages, withLanguages } from '@site/bundling/checks/nginxLanguages.ts';
import { root } from '@site/bundling/project.ts';
import { outagePage } from '@site/server/failure/outagePage.ts';
import { languages } from '@site/shared/i18n/languages.ts';

/** `site languages`: writes what follows from the table of languages and from their texts, as far as the site has it. */
export function writeLanguages(): void {
  const subset = join(root, 'platform/bundling/src/publicFiles/fonts/subset.ts');
  if (existsSync(subset)) execFileSync(process.execPath, [subset], { stdio: 'inherit' });
  const nginx = join(root, nginxFile);
  if (!existsSync(nginx)) return;
  writeFileSync(nginx, withLanguages(readFileSync(nginx, 'utf8')));
  for (const outage of outages)
    for (const language of languages)
      writeFileSync(join(root, `docs/deploy/outage/${outage}-${language}.html`), outagePage(outage, language));
  console.log(`nginx answers in ${languages.join(', ')}.`);
}
