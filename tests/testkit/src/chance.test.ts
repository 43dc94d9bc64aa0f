import { spawnSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { installedProgram } from '@site/bundling/installedProgram.ts';
import { root } from '@site/bundling/project.ts';
import { atTestEnd } from './cleanUp.ts';
import { temporaryFolder } from './site/folders.ts';

const refused = [
  "expect(text).not.toContain('ada');",
  "expect(text, 'no port').not.toContain('3000');",
  'expect(text).not.toMatch(/ada|@/i);',
  'expect(text).not.toMatch(/@|Bad/);',
  "expect(text).toEqual(expect.not.stringContaining('beef'));",
];

const good = [
  "expect(text).not.toContain('ada@');",
  "expect(text).not.toContain('lovelace');",
  'expect(text).not.toMatch(/"level":(?:50|60)/);',
  'expect(text).not.toMatch(/:666\\b|lovelace/);',
  "expect(text).toContain('ada');",
];

test('anyone who excludes letters that a random id may have learns to exclude more of the text', async () => {
  const folder = await temporaryFolder('chance');
  atTestEnd(() => rm(folder, { recursive: true }));
  const lines = [...refused, ...good];
  await writeFile(join(folder, 'biome.json'), JSON.stringify({ plugins: [join(root, 'tests/testkit/chance.grit')] }));
  await writeFile(join(folder, 'any.test.ts'), lines.join('\n'));
  const parameters = [installedProgram('@biomejs/biome'), 'lint', '--reporter=concise', '--colors=off'];
  const { stdout, stderr } = spawnSync(process.execPath, parameters, { cwd: folder, encoding: 'utf8' });
  const told = (stdout + stderr).matchAll(/any\.test\.ts:(\d+):\d+: plugin: A random id/g);
  expect([...told].map(([, line]) => lines[Number(line) - 1])).toEqual(refused);
});
