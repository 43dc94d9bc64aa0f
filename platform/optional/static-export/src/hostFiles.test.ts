import { expect, test } from '@rstest/core';
import { mergePolicies } from './hostFiles.ts';

test('the merged policy allows what the pages need, and nothing else', () => {
  const merged = mergePolicies([
    "default-src 'none'; script-src 'self' 'sha256-a'",
    "default-src 'none'; script-src 'self' 'sha256-b'; frame-src https://maps.example",
  ]);
  expect(merged).toBe("default-src 'none'; script-src 'self' 'sha256-a' 'sha256-b'; frame-src https://maps.example");
});

test('what pages forbid whole is allowed as far as one of them needs it, in a policy that browsers take', () => {
  const merged = mergePolicies(["trusted-types 'none'", 'trusted-types site-workers', "trusted-types 'none'"]);
  expect(merged).toBe('trusted-types site-workers');
});
