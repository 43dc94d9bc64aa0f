import { basename } from 'node:path';

/**
 * Rspack loader for development: makes a catalogue accept its own hot updates and dispatch them as an event, which
 * shell/src/entry/hotMessages.ts listens to. The namespace is the name of the app.
 *
 * @this {import('@rspack/core').LoaderContext<{ app: string }>}
 * @param {string} json
 */
export default function hotCatalogue(json) {
  const texts = JSON.stringify(JSON.parse(json));
  const language = basename(this.resourcePath, '.json');
  const detail = `{ namespace: '${this.getOptions().app}', language: '${language}', texts, before: hot.data.texts }`;
  return `const texts = ${texts};
export default texts;
const hot = import.meta.webpackHot;
if (hot) {
  hot.accept();
  hot.dispose((data) => { data.texts = texts; });
  if (hot.data?.texts) window.dispatchEvent(new CustomEvent('catalogue', { detail: ${detail} }));
}
`;
}
