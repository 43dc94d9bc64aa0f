import { expect, test } from '@rstest/core';
import { mergePolicies } from './mergePolicies.ts';

test('every page of an exported site is allowed what it needs, and nothing that no page needs', () => {
  const merged = mergePolicies([
    "default-src 'none'; script-src 'self' 'sha256-a'",
    "default-src 'none'; script-src 'self' 'sha256-b'; frame-src https://maps.example",
  ]);
  expect(merged).toBe("default-src 'none'; script-src 'self' 'sha256-a' 'sha256-b'; frame-src https://maps.example");
});
