import { expect, test } from '@rstest/core';
import { buildFiles, packageFiles } from '../testing/buildFiles.ts';

const build = (script: string, others: Readonly<Record<string, string>> = {}) =>
  buildFiles({
    'src/page.ts': "import { used } from 'chart';\nexport default used;\n",
    ...packageFiles('chart', script),
    ...others,
  });

test.each([
  [
    'Node',
    "\nimport { readFileSync } from 'fs';\nexport const used = () => readFileSync('x');",
    'imports "fs" of Node',
    2,
  ],
  ['Node by its new name', "import path from 'node:path';\nexport const used = path.sep;", 'imports "node:path"', 1],
  [
    'React’s DOM',
    "import { createRoot } from 'react-dom/client';\nexport const used = createRoot;",
    'imports "react-dom/client"',
    1,
  ],
  ['code from text', "\n\nexport const used = () => new Function('a', 'return a');", 'new Function()', 3],
  ['eval', 'export const used = (text) => eval(text);', 'eval()', 1],
])('a package that needs %s is refused with its name, file and line', async (_, script, reason, line) => {
  const message = await build(script).then(String, String);
  expect(message).toContain('BUILD-PACKAGE chart');
  expect(message).toContain(reason);
  expect(message).toContain(`node_modules/chart/index.js:${line})`);
});

test.each(['new Worker(new URL("./count.ts", import.meta.url))', 'new SharedWorker("/count.js")'])(
  'a worker is refused with its line, and with what to do instead: %s',
  async (code) => {
    const files = { 'src/page.ts': `\nexport default () => ${code};`, 'src/count.ts': 'postMessage(1);' };
    const message = await buildFiles(files).then(String, String);
    expect(message).toMatch(/BUILD-PACKAGE your code starts a worker with new \w+\(\).*src\/page\.ts:2\)/);
    expect(message).toContain('Compute on the server');
  },
);

test.each([
  '{ dangerouslySetInnerHTML: { __html: text } }',
  "{ ['dangerouslySetInnerHTML']: html }",
  '<p dangerouslySetInnerHTML={html} />',
])('HTML of a string is refused with its line, and with what to do instead: %s', async (code) => {
  const files = {
    'src/page.ts': "export { page as default } from './page.tsx';",
    'src/page.tsx': `\nexport const page = (text, html) => (${code});`,
  };
  const message = await buildFiles(files).then(String, String);
  expect(message).toMatch(/BUILD-MARKUP .*dangerouslySetInnerHTML.*src\/page\.tsx:2\)\. Use <RichText html/);
});

test('a class of the team’s own may be named Worker', async () => {
  const code = "import { Worker } from './Worker.ts';\nexport default () => new Worker('Ada');";
  const files = await buildFiles({
    'src/page.ts': code,
    'src/Worker.ts': 'export class Worker { constructor(readonly name: string) {} }',
  });
  expect(Object.keys(files)).toContain('web/page-list.js');
});

test('the team’s own code may bundle what @site/shared has for it', async () => {
  const files = await buildFiles({
    'src/page.ts': "export { format as default } from '@site/shared/numbers.js';",
    ...packageFiles('@site/shared', ''),
    'node_modules/@site/shared/numbers.js': 'export const format = String;',
  });
  expect(Object.keys(files)).toContain('web/page-list.js');
});

test('calls of other functions make no code, also where their minified names are the end of these', async () => {
  const script =
    "const n = (text) => text;\nconst al = n;\nexport const used = () => [n('a'), al('b'), Function('return this')()];";
  expect(Object.keys(await build(script))).toContain('web/page-list.js');
});

test('a package for browsers may have the name of a module of Node, and what nobody uses isn’t refused', async () => {
  const files = await build(
    "import { on } from 'events';\nexport const used = on;\nexport { made } from './made.js';\nexport const all = Function('return this')();",
    {
      ...packageFiles('events', "export const on = 'listening';"),
      'node_modules/chart/made.js': "export const made = new Function('return 1');",
      'node_modules/chart/package.json': JSON.stringify({
        name: 'chart',
        type: 'module',
        main: 'index.js',
        sideEffects: false,
      }),
    },
  );
  const onServer = Object.entries(files).filter(([file]) => file.startsWith('server/'));
  expect(onServer.map(([, code]) => code).join()).toContain('listening');
});
