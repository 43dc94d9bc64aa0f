import { readFileSync } from 'node:fs';
import { readTokens, renderTokens, tokensSheet } from '@site/kit/build/tokens/generate.ts';
import type { Check } from '@site/kit/check/Check.ts';

/** The style sheet of the tokens is up to date. */
export const tokens: Check = {
  name: 'tokens',
  run: async () =>
    readFileSync(tokensSheet, 'utf8') === renderTokens(readTokens())
      ? []
      : ['shared/ui/styles/tokens.css is out of date: run `npx node platform/kit/src/build/tokens/generate.ts`.'],
};
