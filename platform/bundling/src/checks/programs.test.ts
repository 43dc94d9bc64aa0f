import { expect, test } from '@rstest/core';
import { explained } from './programs.ts';

test('a page with the name of another remote’s is explained in words, beside the compiler’s', () => {
  const report =
    "src/remote.ts(13,13): error TS2430: Interface 'SitePages' incorrectly extends interface '{ … }'.\n  Types of property 'team' are incompatible.";
  expect(explained(report)).toContain(
    "interface '{ … }'.\n  The site has a page of this name. Give yours another one.\n  Types",
  );
  expect(explained('src/a.ts(1,1): error TS2322: Type')).toBe('src/a.ts(1,1): error TS2322: Type');
});
