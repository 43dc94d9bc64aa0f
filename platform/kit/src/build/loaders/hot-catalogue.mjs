import { basename } from 'node:path';

/**
 * Rspack loader for development: makes a catalogue accept its own hot updates and dispatch them as an event, which
 * shell/src/entry/hotMessages.ts listens to. The namespace is the name of the app: `shell` for `shell/locales/en.json`,
 * `blog` for `remotes/blog/locales/en.json`.
 *
 * @this {import('@rspack/core').LoaderContext}
 * @param {string} json
 */
export default function hotCatalogue(json) {
  const texts = JSON.stringify(JSON.parse(json));
  const [namespace] = this.resourcePath.split(/[\\/]/).slice(-3);
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
