import { expect, test } from '@rstest/core';
import { documentHeaders } from './headers.ts';

const policyOf = (parts: Partial<Parameters<typeof documentHeaders>[0]>) =>
  documentHeaders({ scriptHashes: [], styleHashes: [], origins: [], ...parts })['content-security-policy'];

test('fonts come from where a remote’s other files come from', () => {
  expect(policyOf({ origins: ['https://releases.example'] })).toContain("font-src 'self' https://releases.example;");
});
