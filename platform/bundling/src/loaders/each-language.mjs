import { languageFiles } from '@site/shared/i18n/siteTexts.ts';
import { withEachLanguage } from '../bundles/inEachLanguage.ts';
import { pathFromRoot } from '../project.ts';

/**
 * Rspack loader: gives bundles the imports of a file of each language, and the texts that they need at once.
 *
 * @this {import('@rspack/core').LoaderContext}
 * @param {string} code
 */
export default function eachLanguage(code) {
  const written = withEachLanguage(code, pathFromRoot(this.resourcePath));
  if (written !== code) for (const file of languageFiles) this.addDependency(file);
  return written;
}
