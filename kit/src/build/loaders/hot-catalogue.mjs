import { basename, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/**
 * Rspack loader for development: a catalogue that takes its own changes and hands them to the page, where
 * shell/src/entry/hotMessages.ts puts them on the screen. `shell/locales/en.json` has the texts of the namespace
 * `shell`, `remotes/blog/locales/en.json` those of `blog`.
 *
 * @this {import('@rspack/core').LoaderContext}
 * @param {string} json
 */
export default function hotCatalogue(json) {
  const texts = JSON.stringify(JSON.parse(json));
  const [namespace] = relative(root, this.resourcePath).split(/[\\/]/).slice(-3);
  const detail = `{ namespace: '${namespace}', language: '${basename(this.resourcePath, '.json')}', texts }`;
  return `const texts = ${texts};
export default texts;
const hot = import.meta.webpackHot;
if (hot) {
  hot.accept();
  hot.dispose((data) => { data.isKnown = true; });
  if (hot.data?.isKnown) window.dispatchEvent(new CustomEvent('catalogue', { detail: ${detail} }));
}
`;
}
