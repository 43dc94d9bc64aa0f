import { expect, test } from '@rstest/core';
import { languages } from '@site/shared/i18n/languages.ts';
import { siteTexts } from '@site/shared/i18n/siteTexts.ts';
import { withEachLanguage } from './inEachLanguage.ts';

const written = (code: string) => withEachLanguage(code, 'strings.ts');

/** What the code of an expression is worth in a bundle. */
const evaluated = (code: string): unknown => Function(`return ${written(code)}`)();

test('imports of a file of each language are one import for each, which the bundler can follow', () => {
  const code =
    'const texts = inEachLanguage((language): Load => async () => (await import(/* webpackChunkName: "messages" */ `../locales/${language}.json?form`, { with: { type: \'json\' } })).default);';
  const imports = languages.map(
    (language) =>
      `"${language}": async () => (await import(/* webpackChunkName: "messages" */ \`../locales/${language}.json?form\`, { with: { type: 'json' } })).default`,
  );
  expect(written(code)).toBe(`const texts = ({ ${imports.join(', ')} });`);
});

test('several imports in one function are each replaced', () => {
  const code =
    'inEachLanguage((each) => async () => ({ ...(await import(`./a/${each}.json`)), ...(await import(`@b/${each}.json`)) }));';
  const result = written(code);
  for (const language of languages) {
    expect(result).toContain(`import(\`./a/${language}.json\`)`);
    expect(result).toContain(`import(\`@b/${language}.json\`)`);
  }
  expect(result).not.toContain('inEachLanguage');
});

test('texts that are needed at once are in the code', () => {
  expect(evaluated("siteTexts('ui')")).toEqual(siteTexts('ui'));
});

test('what reads files isn’t in the bundle where nothing of it is left, also of packages that are compiled already', () => {
  const compiled = (use: string) =>
    `import { siteTexts } from '../../i18n/siteTexts.js';\nexport const texts = ${use};\n`;
  expect(written(compiled("siteTexts('ui')"))).not.toContain('import');
  expect(written(compiled('siteTexts(section)'))).toContain('import');
});

test.each([
  'inEachLanguage(makeOne)',
  'inEachLanguage((language) => names[language])',
  "inEachLanguage(() => import('./one.json'))",
  'siteTexts(section)',
  'inEachLanguageOf((language) => import(`./${language}.json`))',
])('%s stays as it is', (code) => {
  expect(written(code)).toBe(code);
});
