import { readFileSync } from 'node:fs';
import { readTokens, renderTokens, tokensSheet } from '../tokens/generate.ts';
import type { Check } from './Check.ts';

/** The style sheet of the tokens is up to date. */
export const tokens: Check = {
  name: 'tokens',
  run: async () =>
    readFileSync(tokensSheet, 'utf8') === renderTokens(readTokens())
      ? []
      : ['shared/company/tokens.css is out of date: run `npx node platform/bundling/src/tokens/generate.ts`.'],
};
