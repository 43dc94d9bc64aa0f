import type { MessageRow, OutboxRow } from '@site/api/database/schema.ts';
import { type Html, html } from '../../html/html.ts';
import type { CountName, Texts } from '../../html/texts.ts';
import type { DeskRequest } from '../Desk.ts';
import type { Missing } from '../reading/readMissing.ts';
import { deskPage, pathIn } from './deskPage.ts';
import { messageRow } from './mailParts.ts';

/** What waits for the owner. */
interface Front {
  readonly messages: number;
  readonly waiting: number;
  readonly dead: number;
  readonly newest: readonly (MessageRow & { readonly mails: readonly OutboxRow[] })[];
  readonly missing: readonly Missing[];
}

/** The start of the desk: what waits, in numbers, and the newest messages. */
export function frontPage(
  { texts, who, query }: DeskRequest,
  { messages, waiting, dead, newest, missing }: Front,
): Html {
  return deskPage({
    texts,
    who,
    query,
    part: 'desk',
    title: texts.text('desk.title'),
    lead: texts.text('desk.lead'),
    path: '',
    head: html`<ul class="tiles" role="list">${[
      tile(texts, 'desk.tile.messages', messages, '/messages'),
      tile(texts, 'desk.tile.waiting', waiting, '/mails'),
      tile(texts, 'desk.tile.dead', dead, '/mails'),
      tile(texts, 'desk.tile.missing', missing.length, '/ready'),
    ]}</ul>`,
    content: html`${
      dead > 0
        ? html`<p class="alert err">${texts.count('desk.front.dead', dead)} <a href="${pathIn(texts, '/mails')}">${texts.text('desk.front.why')}</a></p>`
        : html`<p class="alert ok">${texts.text('desk.front.well')}</p>`
    }
<section aria-labelledby="newest"><h2 id="newest">${texts.text('desk.front.newest')}</h2>
${newest.length === 0 ? html`<p>${texts.text('desk.messages.none')}</p>` : html`<ul class="versions" role="list">${newest.map((message) => messageRow(texts, message, message.mails, 'h3'))}</ul>`}
${messages > newest.length && html`<p><a href="${pathIn(texts, '/messages')}">${texts.text('desk.front.all')}</a></p>`}</section>`,
  });
}

const tile = (texts: Texts, name: CountName, count: number, path: string): Html =>
  html`<li><a href="${pathIn(texts, path)}"><span class="figure">${texts.number(count)}</span> ${texts.count(name, count)}</a></li>`;
