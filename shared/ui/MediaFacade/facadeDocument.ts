import { escapeHtml } from '../../format/escapeHtml.ts';
import { type Facade, facadeMarkup, type Markup } from './facadeMarkup.ts';

/** A facade's document as HTML, for `srcdoc`. */
export function facadeDocument(facade: Facade): string {
  const { head, body } = facadeMarkup(facade);
  const language = escapeHtml(facade.language);
  return `<!doctype html><html lang="${language}"><head>${toHtml(head)}</head><body>${toHtml(body)}</body></html>`;
}

/** Elements that have no end tag. */
const voidTags = ['meta', 'link', 'source', 'img'];

const toHtml = (markup: readonly (Markup | string)[]): string => markup.map(htmlOf).join('');

function htmlOf(markup: Markup | string): string {
  if (typeof markup === 'string') return escapeHtml(markup);
  const [tag, attributes, ...children] = markup;
  const pairs = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
  const start = `<${tag}${pairs.join('')}>`;
  return voidTags.includes(tag) ? start : `${start}${toHtml(children)}</${tag}>`;
}
