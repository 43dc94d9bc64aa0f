import type { DataRequestRow } from '@site/api/database/schema.ts';
import type { SenderData, SenderQuery } from '@site/api/privacy/senderData.ts';
import { type Html, html } from '../../html/html.ts';
import type { Texts } from '../../html/texts.ts';
import { code, theirs } from '../../html/words.ts';
import { roomLimits } from '../../limits.ts';
import { moment } from '../../pages/parts.ts';
import type { DeskRequest } from '../Desk.ts';
import { confirmPage } from './confirmPage.ts';
import { deskPage, pathIn } from './deskPage.ts';
import { actForm, button } from './forms.ts';
import { messageRow } from './mailParts.ts';

/** The field that finds a sender, whose address stays out of the page's. */
export const senderForm = (texts: Texts, typed = '', problem?: string): Html =>
  html`<form class="search" role="search" method="post" action="${pathIn(texts, '/person')}"><label for="address">${texts.text('desk.person.address')}</label>${problem !== undefined && html`<p class="problem" id="address-problem">${problem}</p>`}<div><input id="address" name="address" value="${typed}" maxlength="${roomLimits.desk.address}" autocomplete="off" autocapitalize="off" spellcheck="false" inputmode="email"${problem !== undefined && html` aria-invalid="true" aria-describedby="address-problem"`}><button class="button primary">${texts.text('desk.person.find')}</button></div></form>`;

/** Where a person's data is asked for, and when it was. */
export const personPage = (
  { texts, who, query }: DeskRequest,
  requests: readonly DataRequestRow[],
  /** What was typed that is no address. */
  wrong?: string,
): Html =>
  deskPage({
    texts,
    who,
    query,
    part: 'person',
    title: texts.text('desk.person'),
    lead: texts.text('desk.person.lead'),
    path: '/person',
    content: html`${senderForm(texts, wrong, wrong === undefined ? undefined : texts.text('desk.person.wrong'))}
<section aria-labelledby="requests"><h2 id="requests">${texts.text('desk.requests')}</h2>
<p>${texts.text(requests.length === 0 ? 'desk.requests.none' : 'desk.requests.text')}</p>
${requests.length > 0 && html`<ol class="log" role="list">${requests.map(({ made_at, command, messages }) => html`<li>${moment(texts, made_at)}<p>${texts.text(`desk.requests.${command}`)} (${texts.count('desk.messages.count', messages)})</p></li>`)}</ol>`}</section>`,
  });

/** What a form about a sender sends. */
const senderFields = ({ address, withTags }: SenderQuery): Readonly<Record<string, string>> => ({
  address,
  ...(withTags && { tags: 'yes' }),
});

/** What is stored about a sender, and what can be done with it. */
export function senderPage({ texts, who }: DeskRequest, sender: SenderQuery, data: SenderData): Html {
  const { messages, confirmations, mentions, tagged } = data;
  const shown = messages.toReversed().slice(0, roomLimits.desk.ofPerson);
  return deskPage({
    texts,
    who,
    part: 'person',
    title: texts.text('desk.person'),
    lead: html`${theirs(sender.address)}<br>${texts.count('desk.messages.count', messages.length)}`,
    path: '/person',
    content: html`${messages.length + confirmations.length === 0 && html`<p>${texts.text('desk.person.nothing')}</p>`}
${tagged > 0 && html`<div class="acts"><p>${texts.count('desk.person.tagged', tagged)}</p>${actForm(texts, '/person', button(texts.text('desk.person.withTags'), 'quiet'), { address: sender.address, tags: 'yes' })}</div>`}
${shown.length > 0 && html`<ul class="versions" role="list">${shown.map((message) => messageRow(texts, message, message.mails))}</ul>`}
${messages.length > shown.length && html`<p>${texts.count('desk.person.more', messages.length - shown.length)}</p>`}
${mentions.length > 0 && html`<section class="panel" aria-labelledby="mentions"><h2 id="mentions">${texts.text('desk.person.mentions')}</h2><p>${texts.text('desk.person.mentionsText')}</p><ul class="chips" role="list">${mentions.slice(0, roomLimits.desk.ofPerson).map((id) => html`<li><a href="${pathIn(texts, `/messages/${encodeURIComponent(id)}`)}">${code(id)}</a></li>`)}</ul></section>`}
<section class="panel" aria-labelledby="asks"><h2 id="asks">${texts.text('desk.person.asks')}</h2><p>${texts.text('desk.person.verify')}</p><div class="acts">${actForm(texts, '/person/export', button(texts.text('desk.person.export')), senderFields(sender))}${actForm(texts, '/person/erase', button(texts.text('desk.person.erase'), 'quiet'), senderFields(sender))}</div></section>
${senderForm(texts)}`,
  });
}

/** Asks once more before everything about a sender is deleted. */
export const eraseSenderPage = (asked: DeskRequest, sender: SenderQuery, { messages }: SenderData): Html =>
  confirmPage(asked, {
    part: 'person',
    path: '/person',
    title: asked.texts.text('desk.erase.title'),
    what: [sender.address, asked.texts.count('desk.messages.count', messages.length)],
    text: asked.texts.text('desk.erase.text'),
    button: asked.texts.text('desk.erase.do'),
    to: '/person/erase',
    hidden: { ...senderFields(sender), sure: 'yes' },
    back: '/person',
  });
