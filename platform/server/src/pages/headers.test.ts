import { expect, test } from '@rstest/core';
import { documentHeaders } from './headers.ts';

const policyOf = (parts: Partial<Parameters<typeof documentHeaders>[0]>) =>
  documentHeaders({ scriptHashes: [], styleHashes: [], origins: [], ...parts })['content-security-policy'];

test('only documents whose remotes have workers allow the policy that starts them', () => {
  expect(policyOf({})).toMatch(/trusted-types 'none'$/);
  expect(policyOf({ hasWorkers: false })).not.toContain('worker-src');
  expect(policyOf({ hasWorkers: true })).toMatch(/trusted-types site-workers; worker-src 'self'$/);
});

test('fonts come from where a remote’s other files come from', () => {
  expect(policyOf({ origins: ['https://releases.example'] })).toContain("font-src 'self' https://releases.example;");
});
