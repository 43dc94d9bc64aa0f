import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withTokenValues } from './tokenValues.ts';

const tokensFile = fileURLToPath(import.meta.resolve('@site/company/tokens.json'));

/**
 * Rspack loader: adds the colours of both themes to a style sheet that is a file of its own, for a document without the page's.
 *
 * @this {import('@rspack/core').LoaderContext}
 * @param {string} css
 */
export default function tokenValues(css) {
  this.addDependency(tokensFile);
  return withTokenValues(css, JSON.parse(readFileSync(tokensFile, 'utf8')));
}
