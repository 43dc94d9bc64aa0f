import { limits } from '../../limits.ts';
import { plainText } from './plainText.ts';

/** Elements that publishers put into titles. Others, such as `<template>`, are what the title is about. */
const inTitles = new Set(
  'a abbr acronym address article aside b bdi bdo big blockquote br center cite code data dd del dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i iframe img ins kbd li mark math noscript object ol p pre q rp rt ruby s samp script section small span strike strong style sub sup svg table td th time tr tt u ul var wbr'.split(
    ' ',
  ),
);

interface Tag {
  readonly start: number;
  isMarkup: boolean;
}

/**
 * A title of RSS as plain text. RSS doesn't say whether a title is text or HTML, so each tag is judged: one that is closed is
 * markup; `How the <template> element works` names an element, and keeps it. Character references are decoded: many publishers
 * escape their titles twice.
 */
export function rssTitle(title: string): string {
  // What closes a tag may be beyond the part that is read.
  if (title.length > limits.feedHtml) return plainText(title);
  const markup = new Set(tagsOf(title).flatMap(({ start, isMarkup }) => (isMarkup ? [start] : [])));
  return plainText(
    title.replace(/<|&(?!#?\w+;)/g, (character, index) =>
      markup.has(index) ? character : escapes[character as '<' | '&'],
    ),
  );
}

const escapes = { '<': '&lt;', '&': '&amp;' } as const;

/** The text of a description or of content in RSS, which is HTML unless it has nothing of it. */
export function rssBody(text: string): string {
  return /<\/[a-z]|<[a-z][^<>]*[=/]|<(?:br|hr|p)>/i.test(text) ? plainText(text) : rssTitle(text);
}

function tagsOf(title: string): readonly Tag[] {
  // What isn't closed by `>` is skipped as a whole, so that the time stays linear.
  const pattern = /<(\/?)([a-z][a-z0-9:-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)(>?)/gi;
  const tags: Tag[] = [];
  const open = new Map([...inTitles].map((name): [string, Tag[]] => [name, []]));
  for (const { 0: text, 1: slash, 2: name = '', 3: attributes = '', 4: end, index: start } of title.matchAll(pattern)) {
    const unclosed = open.get(name.toLowerCase());
    if (end === '' || !unclosed) continue;
    const around =
      title.slice(Math.max(0, start - 1), start) + title.slice(start + text.length, start + text.length + 1);
    const tag: Tag = { start, isMarkup: standsAlone(name.toLowerCase(), attributes, around) };
    tags.push(tag);
    if (slash === '') unclosed.push(tag);
    const opened = slash === '' ? undefined : unclosed.pop();
    if (opened) {
      opened.isMarkup = true;
      tag.isMarkup = true;
    }
  }
  return tags;
}

/** Whether an element without an end is markup: `<img src="…">`, and a break that has a slash or is in a word. */
function standsAlone(name: string, attributes: string, around: string): boolean {
  if (name === 'img') return /\bsrc\s*=/i.test(attributes);
  if (name === 'hr') return attributes.includes('/');
  return (name === 'br' || name === 'wbr') && (attributes.includes('/') || /[\p{L}\p{N}]/u.test(around));
}
