import { withCleanMarkup } from '../bundles/cleanMarkup.ts';

/**
 * Rspack loader for browsers: what a module sets as markup is cleaned.
 *
 * @this {import('@rspack/core').LoaderContext}
 * @param {string} code
 */
export default function cleanMarkup(code) {
  const clean = withCleanMarkup(code, this.resourcePath);
  if (clean === undefined) this.callback(null, code);
  else this.callback(null, clean.code, clean.map);
}
