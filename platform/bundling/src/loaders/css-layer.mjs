/** Must stay at the top of a style sheet, outside of any block. */
const preamble = /^(?:\s|\/\*[\s\S]*?\*\/|@(?:charset|import)\s[^;]*;)*/;

/**
 * Rspack loader: puts a style sheet into the cascade layer `options.layer`. Every rule keeps its line number, for error messages.
 *
 * @this {import('@rspack/core').LoaderContext<{ layer: string }>}
 * @param {string} css
 */
export default function cssLayer(css) {
  const { layer } = this.getOptions();
  const [top = ''] = css.match(preamble) ?? [];
  return `${top}@layer ${layer} { ${css.slice(top.length)}\n}\n`;
}
