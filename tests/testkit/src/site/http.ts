import type { RunningSite } from './servers.ts';

/** A response of the site. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** Requests a path like `curl`: without a browser, and without following redirects. */
export async function ask(
  { origin }: Pick<RunningSite, 'origin'>,
  path: string,
  init: RequestInit = {},
): Promise<Answer> {
  const response = await fetch(origin + path, { redirect: 'manual', ...init });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

/** The language of a document. */
export const languageOf = (html: string): string | undefined => /<html lang="(\w+)"/.exec(html)?.[1];

/** The direction of a document's text: from left to right unless it says otherwise. */
export const directionOf = (html: string): string => /<html[^>]* dir="(\w+)"/.exec(html)?.[1] ?? 'ltr';

/** The title of a document. */
export const titleOf = (html: string): string | undefined =>
  unescapeHtml(/<title>(.*?)<\/title>/s.exec(html)?.[1] ?? '');

/** The part of a document between the first match of one pattern and the next match of another. */
export function between(html: string, start: RegExp, end: RegExp): string {
  const from = html.split(start)[1] ?? '';
  return from.split(end)[0] ?? '';
}

/** A document without the fragments in it: they have releases of their own, and fallbacks that may stand in for them. */
export function withoutFragments(html: string): string {
  const start = html.indexOf('<div data-fragment="');
  if (start === -1) return html;
  let depth = 0;
  for (const { 0: tag, index } of html.slice(start).matchAll(/<\/?div\b/g)) {
    depth += tag === '<div' ? 1 : -1;
    if (depth === 0) return html.slice(0, start) + withoutFragments(html.slice(start + index));
  }
  return html.slice(0, start);
}

/** The visible text of a document, with single spaces. */
export function textOf(html: string): string {
  const visible = html.replace(/<(script|style|noscript|head)\b.*?<\/\1>/gs, ' ').replace(/<[^>]+>/g, ' ');
  return unescapeHtml(visible)
    .replace(/[ \n]+/g, ' ')
    .trim();
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };

/** Replaces HTML entities with their characters. */
export const unescapeHtml = (html: string): string =>
  html.replace(/&(#?\w+);/g, (entity, name: string) => entities[name] ?? entity);
