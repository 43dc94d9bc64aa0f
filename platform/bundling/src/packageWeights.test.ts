import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@rstest/core';
import { heaviestPackages, packageWeights } from './packageWeights.ts';

test('each package has its share of a compressed script, the heaviest first', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'site-weights-'));
  await Promise.all([mkdir(join(folder, 'web')), mkdir(join(folder, 'maps/web'), { recursive: true })]);
  const code = `${'a'.repeat(100)}\n${'b'.repeat(300)}${'c'.repeat(600)}`;
  const zipped = gzipSync(code);
  // At column 0 of the first line the first source, in the second line the second one, and from column 300 the third.
  const map = {
    sources: ['source:///src/page.ts', 'source:///node_modules/small/a.js', 'source:///node_modules/@scope/large/b.js'],
    mappings: 'AAAA;ACAA,4SCAA',
  };
  await writeFile(join(folder, 'web/page.js'), code);
  await writeFile(join(folder, 'web/page.js.gz'), Buffer.concat([zipped, Buffer.alloc(code.length - zipped.length)]));
  await writeFile(join(folder, 'maps/web/page.js.map'), JSON.stringify(map));
  expect(heaviestPackages(folder, ['page.js', 'missing.js'])).toEqual(['@scope/large 0.6 kB', 'small 0.3 kB']);
  expect([...(packageWeights(folder, ['page.js']).get('@scope/large')?.folders ?? [])]).toEqual([
    'source:///node_modules/@scope/large',
  ]);
  await rm(folder, { recursive: true });
});
