import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from '@rstest/core';
import { packagesFile, readPackages, readTexts, textsFile } from '@site/releases/contents.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { writeContents } from './contents.ts';
import { root } from './project.ts';

test('a build lists the texts of its own catalogues in each language, and the packages in its scripts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'site-contents-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await Promise.all([mkdir(join(folder, 'web')), mkdir(join(folder, 'maps/web'), { recursive: true })]);
  const code = 'x'.repeat(1_000);
  await writeFile(join(folder, 'web/page.js'), code);
  await writeFile(join(folder, 'web/page.js.gz'), gzipSync(code));
  const map = { sources: ['source:///node_modules/zod/v4/index.js'], mappings: 'AAAA' };
  await writeFile(join(folder, 'maps/web/page.js.map'), JSON.stringify(map));

  writeContents('blog', folder);
  const read = (file: string) => readFile(join(folder, file), 'utf8');
  for (const language of languages) {
    const texts = readTexts(await read(textsFile(language)));
    const catalogue = JSON.parse(await readFile(join(root, 'remotes/blog/locales', `${language}.json`), 'utf8')) as {
      readonly list: { readonly lead: string };
    };
    expect(texts?.get('list.lead')).toBe(catalogue.list.lead);
  }
  const { version } = JSON.parse(await readFile(join(root, 'node_modules/zod/package.json'), 'utf8')) as {
    readonly version: string;
  };
  expect(readPackages(await read(packagesFile))).toEqual(new Map([['zod', { version, bytes: gzipSync(code).length }]]));
});
