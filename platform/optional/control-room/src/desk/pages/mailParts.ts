import type { MessageRow, OutboxRow } from '@site/api/database/schema.ts';
import { type Html, html } from '../../html/html.ts';
import type { Texts } from '../../html/texts.ts';
import { said, theirs } from '../../html/words.ts';
import { fact, moment } from '../../pages/parts.ts';
import { pathIn } from './deskPage.ts';

/** The kinds of a badge's ground, by what became of a mail. */
const grounds: Readonly<Record<OutboxRow['state'], string>> = { delivered: 'ok', waiting: 'info', dead: 'err' };

/** What became of a mail, in a badge. */
export const mailBadge = (texts: Texts, { state, kind }: OutboxRow): Html =>
  html`<span class="badge ${grounds[state]}">${texts.text('desk.mail.title', { kind: texts.text(`desk.mail.${kind}`), state: texts.text(`desk.mail.${state}`) })}</span>`;

/** What became of a mail, with its tries and the reason of the last failure. */
export function mailFacts(texts: Texts, mail: OutboxRow): Html {
  const { state, attempts, ended_at, due_at, last_error } = mail;
  return html`<li><p>${mailBadge(texts, mail)}</p><dl class="facts">${[
    fact(texts.text('desk.mail.tries'), attempts > 0 && texts.number(attempts)),
    fact(texts.text('desk.mail.ended'), ended_at !== null && moment(texts, ended_at)),
    fact(texts.text('desk.mail.next'), state === 'waiting' && moment(texts, due_at)),
    fact(texts.text('desk.mail.reason'), state !== 'delivered' && last_error !== null && said(last_error)),
  ]}</dl></li>`;
}

/** The link to a message, by its subject. */
export const messageLink = (texts: Texts, { id, subject }: Pick<MessageRow, 'id' | 'subject'>): Html =>
  html`<a href="${pathIn(texts, `/messages/${encodeURIComponent(id)}`)}">${subject.trim() === '' ? texts.text('desk.message.untitled') : theirs(subject)}</a>`;

/** Who wrote a message. */
export const sender = ({ name, email }: Pick<MessageRow, 'name' | 'email'>): Html =>
  html`${theirs(name)} <span class="address">${theirs(email)}</span>`;

/** A message in a list, with what became of its mails; below a heading of the list, its own is one of the third level. */
export const messageRow = (
  texts: Texts,
  message: MessageRow,
  mails: readonly OutboxRow[],
  level: 'h2' | 'h3' = 'h2',
): Html =>
  html`<li><div class="name"><${level}>${messageLink(texts, message)}</${level}><p class="badges">${mails
    // That a visitor got a confirmation goes without saying.
    .filter(({ kind, state }) => kind === 'notice' || state === 'dead')
    .map((mail) => mailBadge(texts, mail))}</p></div><dl class="facts">${[
    fact(texts.text('desk.message.from'), sender(message)),
    fact(texts.text('desk.message.received'), moment(texts, message.received_at)),
  ]}</dl></li>`;
