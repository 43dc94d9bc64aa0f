import { expect, test } from '@rstest/core';
import { exampleAddresses } from './owner.ts';

test('an address of an example is listed with its line, a true one is not', () => {
  const site = "export const brand = {\n  email: 'hello@acme.example',\n  github: 'https://github.com/acme',\n};\n";
  expect(exampleAddresses(new Map([['shared/site.ts', site]]))).toEqual([
    'SITE-OWNER shared/site.ts:2: “hello@acme.example” is a sample. Replace it by the true one.',
  ]);
});
