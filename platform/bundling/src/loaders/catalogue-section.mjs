/**
 * Rspack loader of a catalogue of the site: only the section that the query names, `?form`.
 *
 * @this {import('@rspack/core').LoaderContext}
 * @param {string} json
 */
export default function catalogueSection(json) {
  const section = this.resourceQuery.slice(1);
  const texts = JSON.parse(json)[section];
  if (texts === undefined) throw new Error(`${this.resourcePath} has no section "${section}".`);
  return JSON.stringify({ [section]: texts });
}
