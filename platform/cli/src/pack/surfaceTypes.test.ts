import { expect, test } from '@rstest/core';
import recordedExports from '@site/shared/exports.json' with { type: 'json' };
import { surfaceTypes } from './surfaceTypes.ts';

test('partly shared packages have only the types of that part', () => {
  for (const name of [...recordedExports['react-router-dom'], ...recordedExports['react-i18next']])
    expect(surfaceTypes()).toContain(name);
  expect(surfaceTypes()).not.toMatch(/\bTrans\b|\bLink\b|useParams/);
});
