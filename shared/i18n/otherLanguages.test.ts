import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@rstest/core';

const table = `
export const languages = {
  arz: { name: 'مصرى', locale: 'arz_EG', direction: 'rtl' },
  de: { name: 'Deutsch', locale: 'de_DE', direction: 'ltr' },
  ast: { name: 'Asturianu', locale: 'ast_ES', direction: 'ltr' },
};
export const fallback = 'de';
`;

/** The value of an expression, with what the two modules export, on a site of other languages. */
async function onOtherSite(expression: string): Promise<unknown> {
  const [detect, languages] = ['detect.ts', 'languages.ts'].map((name) =>
    pathToFileURL(join(import.meta.dirname, name)),
  );
  const script = `
import { registerHooks } from 'node:module';
registerHooks({
  load: (url, context, next) =>
    url.endsWith('/company/languages.ts')
      ? { format: 'module', shortCircuit: true, source: ${JSON.stringify(table)} }
      : next(url, context),
});
const { detectLanguage, languageOfPath } = await import('${detect}');
const { languageAttributes } = await import('${languages}');
console.log(JSON.stringify(${expression}));
`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  return JSON.parse(stdout);
}

test('a site may have languages with codes of three letters', async () => {
  const paths = ['/arz', '/arz/contact', '/ast/', '/de', '/as', '/astro', 'arz', '/'];
  expect(await onOtherSite(`${JSON.stringify(paths)}.map((path) => languageOfPath(path) ?? '')`)).toEqual([
    'arz',
    'arz',
    'ast',
    'de',
    ...Array(4).fill(''),
  ]);
  expect(await onOtherSite("detectLanguage(['en-GB', 'ast-ES'])")).toBe('ast');
});

test('without any language that the site has, the fallback language is detected', async () => {
  expect(await onOtherSite("detectLanguage(['en', 'fr'])")).toBe('de');
});

test('documents say when their lines run to the left', async () => {
  expect(await onOtherSite("['arz', 'de', 'nowhere'].map(languageAttributes)")).toEqual([
    'lang="arz" dir="rtl"',
    'lang="de"',
    'lang="nowhere"',
  ]);
});
