import { basename } from 'node:path';

/**
 * Rspack loader for development: makes a catalogue accept its own hot updates and dispatch them as an event, which
 * shell/src/entry/hotMessages.ts listens to. The namespace is the name of the app.
 *
 * @this {import('@rspack/core').LoaderContext<{ app: string }>}
 * @param {string} json
 */
export default function hotCatalogue(json) {
  const { app } = this.getOptions();
  const texts = JSON.stringify(JSON.parse(json));
  const language = basename(this.resourcePath, '.json');
  // An app's own section of the site's catalogue is its messages, and others are sections of them.
  const messages = this.resourceQuery === `?${app}` ? `texts['${app}']` : 'texts';
  const detail = `{ namespace: '${app}', language: '${language}', texts: messages, before: hot.data.messages }`;
  return `const texts = ${texts};
export default texts;
const messages = ${messages};
const hot = import.meta.webpackHot;
if (hot) {
  hot.accept();
  hot.dispose((data) => { data.messages = messages; });
  if (hot.data?.messages) window.dispatchEvent(new CustomEvent('catalogue', { detail: ${detail} }));
}
`;
}
