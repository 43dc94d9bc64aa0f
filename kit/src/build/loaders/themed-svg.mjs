import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { themeSvg } from './themeSvg.ts';

const tokensFile = fileURLToPath(new URL('../../../../shared/ui/tokens/tokens.json', import.meta.url));

/**
 * Rspack loader: gives a drawing the colours of both themes, because the page's custom properties don't reach it in an
 * `<img>`.
 *
 * @this {import('@rspack/core').LoaderContext}
 * @param {string} svg
 */
export default function themedSvg(svg) {
  this.addDependency(tokensFile);
  return themeSvg(svg, JSON.parse(readFileSync(tokensFile, 'utf8')));
}
