import { plainLine } from '@site/shared/plainText.ts';
import type { TextPart } from '../reading/textDifference.ts';
import { type Html, html } from './html.ts';
import type { Texts } from './texts.ts';

/** As many characters of somebody else's words as a page shows of one. */
const most = 600;

/** Words of others, in whatever language: nothing in them is hidden, they change no direction around them, and have an end. */
export const theirs = (text: string): Html => html`<bdi>${shortened(plainLine(text))}</bdi>`;

/** The same for a text in a language, with what has changed in it between marks. Its parts are plain already. */
export const marked = (parts: readonly TextPart[], language: string, mark: 'del' | 'ins'): Html =>
  html`<bdi lang="${language}">${parts.map(({ text, isChanged }) => {
    const shown = shortened(text);
    if (!isChanged) return shown;
    return mark === 'del' ? html`<del>${shown}</del>` : html`<ins>${shown}</ins>`;
  })}</bdi>`;

/** The same for texts of errors and tools, which are English, in each of their lines. */
export const said = (text: string): Html =>
  html`<span class="said" lang="en" dir="auto">${text
    .slice(0, 4_000)
    .split('\n')
    .map((line, index) => html`${index > 0 && html`<br>`}${shortened(plainLine(line))}`)}</span>`;

/** A message that begins with its code: what that means in the language of the page, if the room knows it, and the message. */
export function explained(texts: Texts, message: string): Html {
  const meaning = texts.meaning(/^[A-Z-]+/.exec(message)?.[0] ?? '');
  return html`${meaning !== undefined && html`<strong class="meaning">${meaning}</strong> `}${said(message)}`;
}

/** A name that the store has checked: of an app, a version, a key or an address. */
export const code = (text: string): Html => html`<code><bdi>${shortened(plainLine(text))}</bdi></code>`;

const shortened = (text: string): string => (text.length > most ? `${text.slice(0, most)}…` : text);
