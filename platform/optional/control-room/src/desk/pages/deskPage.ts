import type { Reader } from '@site/releases/signing/Trust.ts';
import { type Html, html } from '../../html/html.ts';
import type { TextName, Texts } from '../../html/texts.ts';
import { pageHead, roomPage } from '../../pages/layout.ts';
import type { PageRequest } from '../../RoomParts.ts';
import { doneTexts, isDone } from '../Desk.ts';

/** The parts of the desk, in the order of its own links. */
const parts = {
  desk: ['', 'desk.start'],
  messages: ['/messages', 'desk.messages'],
  mails: ['/mails', 'desk.mails'],
  person: ['/person', 'desk.person'],
  news: ['/news', 'desk.news'],
  ready: ['/ready', 'desk.ready'],
} as const satisfies Readonly<Record<string, readonly [path: string, text: TextName]>>;

type DeskPart = keyof typeof parts;

/** What a page of the desk consists of. */
export interface DeskPage {
  readonly texts: Texts;
  readonly who: Reader;
  /** What an act has said in the address that it led to. */
  readonly query?: PageRequest['query'];
  readonly part: DeskPart;
  readonly title: string;
  readonly lead?: Html | string;
  readonly head?: Html;
  /** Below the desk, for the same page in other languages. */
  readonly path: string;
  readonly content: Html;
}

/** The path of a page of the desk, or of what a form does. */
export const pathIn = ({ language }: Texts, path: string): string => `/${language}/desk${path}`;

/** A whole page of the desk, with the links to its parts. */
export const deskPage = ({ texts, who, query = {}, part, title, lead, head, path, content }: DeskPage): Html =>
  roomPage({
    texts,
    title,
    path: `/desk${path}`,
    place: 'desk',
    reader: who,
    content: html`${pageHead(title, lead, html`${head}${partLinks(texts, part)}`)}
<div class="inner section desk">
${doneNote(texts, query)}
${content}
</div>`,
  });

const partLinks = (texts: Texts, current: DeskPart): Html =>
  html`<nav class="parts" aria-label="${texts.text('desk.parts')}"><ul role="list">${Object.entries(parts).map(
    ([name, [path, text]]) =>
      html`<li><a href="${pathIn(texts, path)}"${name === current && html` aria-current="page"`}>${texts.text(text)}</a></li>`,
  )}</ul></nav>`;

/** What was just done: the address names one of our texts, and numbers. */
function doneNote(texts: Texts, { done, ...counts }: PageRequest['query']): Html | undefined {
  if (!isDone(done)) return undefined;
  const values = Object.fromEntries(
    ['added', 'updated', 'left'].map((name) => [
      name,
      /^\d{1,4}$/.test(String(counts[name])) ? Number(counts[name]) : 0,
    ]),
  );
  return html`<p class="alert ${doneTexts[done] ? 'ok' : 'err'}" role="status">${texts.text(`desk.done.${done}`, values)}</p>`;
}
