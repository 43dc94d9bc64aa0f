import { withoutBrowserOnly } from '../bundles/withoutBrowserOnly.ts';
import { pathFromRoot } from '../project.ts';

/**
 * Rspack loader for the server: leaves out what `browserOnly` loads in browsers.
 *
 * @this {import('@rspack/core').LoaderContext}
 * @param {string} code
 */
export default function browserOnly(code) {
  return withoutBrowserOnly(code, pathFromRoot(this.resourcePath));
}
