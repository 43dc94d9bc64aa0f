import { expect, test } from '@rstest/core';
import { buildFiles, packageFiles } from '../testing/buildFiles.ts';
import { withoutBrowserOnly } from './withoutBrowserOnly.ts';

test('what browserOnly loads is left out of the server’s code, which keeps its lines', () => {
  const code = [
    "import { browserOnly as inBrowser, Section } from '@site/shared';",
    'const Map = inBrowser<Properties>(',
    "  () =>\n    import('./Map.tsx'),",
    '  { fallback: <p>{import.meta.url}</p> },',
    ');',
    "export const lazy = () => import('./Other.tsx');",
  ].join('\n');
  const server = withoutBrowserOnly(code, 'page.tsx');
  expect(server).not.toContain('Map.tsx');
  expect(server).toContain("import('./Other.tsx')");
  expect(server.split('\n')).toHaveLength(code.split('\n').length);
});

test('other functions of that name stay as they are', () => {
  const code = "const browserOnly = (load) => load;\nbrowserOnly(() => import('./Map.tsx'));";
  expect(withoutBrowserOnly(code, 'page.ts')).toBe(code);
});

test('a call that doesn’t say in place what it loads is refused with its line', () => {
  const code = "import { browserOnly } from '@site/shared';\n\nbrowserOnly(load, { fallback: null });";
  expect(() => withoutBrowserOnly(code, 'src/page.ts')).toThrow('BUILD-PACKAGE src/page.ts:3');
});

test('a package that touches `window` when it is loaded is in the browser’s bundle alone', async () => {
  const files = await buildFiles({
    'src/page.ts':
      "import { browserOnly } from '@site/shared';\nexport default browserOnly(() => import('./Map.ts'), { fallback: null });",
    'src/Map.ts': "import { width } from 'leaf';\nimport 'leaf/style.css';\nexport default () => width;",
    ...packageFiles('leaf', 'export const width = window.innerWidth;', '.leaf { color: red }'),
  });
  const holders = Object.entries(files).filter(([, code]) => code.includes('innerWidth'));
  expect(holders.map(([file]) => file.split('/')[0])).toEqual(['web']);
  expect(holders[0]?.[0]).not.toContain('page-list');
});
