import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from '@rstest/core';
import { compile } from '../build.ts';
import { packageFiles } from '../testing/buildFiles.ts';
import { remoteInBrowser } from './remote.ts';

const files: Readonly<Record<string, string>> = {
  ...packageFiles('chart', 'export const show=(e,t)=>{e.innerHTML=t;e.innerHTML=t+1;t(4712)};'),
  'src/page.ts': [
    "import { show } from 'chart';",
    'export default (element: Element, text: (at: number) => string) => {',
    '  element.innerHTML = text(1); show(element, text(4711));',
    '};',
  ].join('\n'),
};

test('the maps of a release lead from clean markup to the line and column that somebody wrote', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'site-maps-'));
  try {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    const output = join(folder, 'dist');
    const target = { app: 'events', mode: 'production', publicPath: '/', output, platform: 'browser' } as const;
    const remote = { name: 'events', pages: {}, exposes: { './list': './src/page.ts' } };
    await compile([{ ...remoteInBrowser(target, remote), context: folder, cache: false }]);
    const code = readFileSync(join(output, 'web/page-list.js'), 'utf8');
    const map = new SourceMap(JSON.parse(readFileSync(join(output, 'maps/web/page-list.js.map'), 'utf8')));
    for (const [file, marker] of [
      ['src/page.ts', '4711'],
      ['node_modules/chart/index.js', '4712'],
    ] as const) {
      const source = files[file] ?? '';
      const before = source.slice(0, source.indexOf(marker)).split('\n');
      expect(map.findEntry(0, code.indexOf(marker))).toMatchObject({
        originalSource: expect.stringMatching(new RegExp(`^source:///.*${file}$`)),
        originalLine: before.length - 1,
        originalColumn: before.at(-1)?.length,
      });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
