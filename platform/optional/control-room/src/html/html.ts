import { escapeHtml } from '@site/shared/html.ts';

/** HTML that is safe: only `html` makes it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a template takes. Texts are escaped, lists joined; nothing stands for what is absent. */
export type Part = Html | string | number | undefined | false | readonly Part[];

/**
 * A template: every text in it is escaped, for an element or a quoted attribute alike, unless it comes from another template. A release
 * could otherwise write into the page of whoever judges it.
 */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.reduce((text, string, index) => text + textOf(parts[index - 1]) + string));

function textOf(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(textOf).join('');
  return part === undefined || part === false ? '' : escapeHtml(String(part));
}
