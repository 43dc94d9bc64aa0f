import { expect, test } from '@rstest/core';
import { mergePolicies } from './hostFiles.ts';

test('the merged policy allows what the pages need, and nothing else', () => {
  const merged = mergePolicies([
    "default-src 'none'; script-src 'self' 'sha256-a'",
    "default-src 'none'; script-src 'self' 'sha256-b'; frame-src https://maps.example",
  ]);
  expect(merged).toBe("default-src 'none'; script-src 'self' 'sha256-a' 'sha256-b'; frame-src https://maps.example");
});
