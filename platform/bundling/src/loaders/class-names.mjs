import { basename } from 'node:path';
import { exportedNames, renameClasses } from '../bundles/classNames.ts';

/**
 * Rspack loader of a CSS module: with the query `?sheet` the style sheet, otherwise the names of its classes for scripts, which in
 * browsers import that sheet.
 *
 * @this {import('@rspack/core').LoaderContext<import('../bundles/classNames.ts').ClassNames & { namesOnly: boolean }>}
 * @param {string} css
 */
export default function classNames(css) {
  const { namesOnly, ...names } = this.getOptions();
  if (this.resourceQuery === '?sheet') return renameClasses(css, this.resourcePath, names);
  const sheet = namesOnly ? '' : `import './${basename(this.resourcePath)}?sheet';\n`;
  return `${sheet}export default ${exportedNames(css, this.resourcePath, names)};`;
}
