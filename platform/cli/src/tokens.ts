/** Writes the style sheet of the design tokens, in a site that has installed the platform. */
import { writeFileSync } from 'node:fs';
import { readTokens, renderTokens, tokensSheet } from '@site/bundling/tokens/generate.ts';

writeFileSync(tokensSheet, renderTokens(readTokens()));
