import { runInNewContext } from 'node:vm';
import { expect, test } from '@rstest/core';
import { buildFiles } from '../testing/buildFiles.ts';
import { withoutWorkers } from './workers.ts';

const page = [
  "import { SiteWorker } from '@site/shared';",
  "export default () => new SiteWorker(new URL('./count.ts', import.meta.url));",
].join('\n');

/** What a worker's code sends for a message. */
function answerOf(code: string, data: string): unknown {
  const answers: unknown[] = [];
  const self: { onmessage?: (event: object) => void } = {};
  const names = { self, postMessage: (answer: unknown) => answers.push(answer) };
  runInNewContext(code.replace(/export\s*\{[^}]*\};?\s*$/, ''), names);
  self.onmessage?.({ data });
  return answers[0];
}

test('a worker is one file in its own folder, and the server’s bundle has none of it', async () => {
  const built = await buildFiles({
    'src/page.ts': page,
    'src/count.ts': "import { count } from './words.ts';\nself.onmessage = ({ data }) => postMessage(count(data));",
    'src/words.ts': "export const count = (text: string) => text.split('counted').length;",
  });
  const holders = Object.entries(built).flatMap(([file, code]) => (code.includes('"counted"') ? [file] : []));
  expect(holders).toEqual([expect.stringMatching(/^web\/workers\/[\w-]+\.js$/)]);
  expect(answerOf(built[holders[0] ?? ''] ?? '', 'a counted b')).toBe(2);
  expect(Object.keys(built).filter((file) => /^web\/.*\.js$/.test(file))).toHaveLength(3);
  expect(built['web/page-list.js']).toContain('type:"module"');
  expect(built['server/remote.cjs']).toContain('SiteWorker(undefined)');
});

test('a worker that imports what pages get from the shell is refused with its name', async () => {
  const files = { 'src/page.ts': page, 'src/count.ts': "import { brand } from '@site/shared';\npostMessage(brand);" };
  await expect(buildFiles(files)).rejects.toThrow(/BUILD-PACKAGE The worker [\w-]*count imports @site\/shared/);
});

test('a worker that would load another file is refused with its name', async () => {
  const files = {
    'src/page.ts': page,
    'src/count.ts': "import('./words.ts').then(postMessage);",
    'src/words.ts': 'export const a = 1;',
  };
  await expect(buildFiles(files)).rejects.toThrow(/BUILD-PACKAGE The worker [\w-]*count loads more with import\(\)/);
});

test.each([
  ['new Worker(address)', 'blocks Worker. Import SiteWorker'],
  ["new Worker(new URL('./count.ts', import.meta.url))", 'blocks Worker'],
  ['new SharedWorker(address)', 'blocks SharedWorker'],
  ['new SiteWorker(address)', 'must say in place'],
  ['new SiteWorker(new URL(path, import.meta.url))', 'must say in place'],
  ["new SiteWorker(new URL('https://cdn.example/count.js'))", 'must say in place'],
])('another way to start one is refused with its line: %s', (code, reason) => {
  const text = `import { SiteWorker } from '@site/shared';\n\nexport default () => ${code};`;
  expect(() => withoutWorkers(text, 'src/page.ts')).toThrow(/BUILD-PACKAGE .*src\/page\.ts:3: /);
  expect(() => withoutWorkers(text, 'src/page.ts')).toThrow(reason);
});

test('a class of that name of the team’s own stays as it is', () => {
  const code = "import { Worker } from './Worker.ts';\nnew Worker('Ada');";
  expect(withoutWorkers(code, 'src/page.ts')).toBe(code);
});
