import { expect, test } from '@rstest/core';
import { namesIn } from './company.ts';

const names = ['Acme', 'hello@acme.example', 'Lyon'];

test('a line that names the company or one of its cities is reported with its place', () => {
  const files = new Map([['shell/src/a.ts', 'const a = 1;\nconst houseLyon = a;\n// Of ACME, in Lyon']]);
  expect(namesIn(files, names)).toEqual([
    expect.stringMatching(/^shell\/src\/a\.ts:2: names “Lyon”/),
    expect.stringMatching(/^shell\/src\/a\.ts:3: names “Acme”/),
  ]);
});

test.each(['shared/company/brand.ts', 'shell/locales/fr.json', 'shell/src/a.test.ts', 'shared/exportedTypes.json'])(
  '%s may name them',
  (path) => {
    expect(namesIn(new Map([[path, 'Acme']]), names)).toEqual([]);
  },
);
