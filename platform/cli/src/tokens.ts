/** `npm run tokens`: writes the style sheet of the design tokens. */
import { writeFileSync } from 'node:fs';
import { readTokens, renderTokens, tokensSheet } from '@site/bundling/tokens/generate.ts';

writeFileSync(tokensSheet, renderTokens(readTokens()));
