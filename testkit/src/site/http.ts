import type { SiteServer } from './SiteServer.ts';

/** An answer of the site to plain HTTP. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** Asks the site as `curl` does: no browser, no redirects followed. */
export async function ask(
  { origin }: Pick<SiteServer, 'origin'>,
  path: string,
  init: RequestInit = {},
): Promise<Answer> {
  const response = await fetch(origin + path, { redirect: 'manual', ...init });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

/** The language that a document states. */
export const languageOf = (html: string): string | undefined => /<html lang="(\w+)"/.exec(html)?.[1];

/** What stands in the document's title. */
export const titleOf = (html: string): string | undefined =>
  unescapeHtml(/<title>(.*?)<\/title>/s.exec(html)?.[1] ?? '');

/** Part of a document: from the first match of one pattern up to the next of another. */
export function between(html: string, start: RegExp, end: RegExp): string {
  const from = html.split(start)[1] ?? '';
  return from.split(end)[0] ?? '';
}

/** The text that a reader of the HTML sees, with single spaces. */
export function textOf(html: string): string {
  const visible = html.replace(/<(script|style|noscript|head)\b.*?<\/\1>/gs, ' ').replace(/<[^>]+>/g, ' ');
  return unescapeHtml(visible)
    .replace(/[ \n]+/g, ' ')
    .trim();
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };

/** A text as it was before it was put into HTML. */
export const unescapeHtml = (html: string): string =>
  html.replace(/&(#?\w+);/g, (entity, name: string) => entities[name] ?? entity);
