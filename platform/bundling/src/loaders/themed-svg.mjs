import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { themeSvg } from './themeSvg.ts';

const tokensFile = fileURLToPath(import.meta.resolve('@site/company/tokens.json'));

/**
 * Rspack loader: adds the colours of both themes to a drawing. In an `<img>` it doesn't see the page's custom properties.
 *
 * @this {import('@rspack/core').LoaderContext}
 * @param {string} svg
 */
export default function themedSvg(svg) {
  this.addDependency(tokensFile);
  return themeSvg(svg, JSON.parse(readFileSync(tokensFile, 'utf8')));
}
