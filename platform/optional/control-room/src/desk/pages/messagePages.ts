import type { MessageRow, OutboxRow } from '@site/api/database/schema.ts';
import { detailFields } from '@site/shared/contract/contact/fields.ts';
import { contactTexts } from '@site/shared/contract/contact/texts.ts';
import { fallbackLanguage, isLanguage, languageNames } from '@site/shared/i18n/languages.ts';
import { plainLine } from '@site/shared/plainText.ts';
import { type Html, html } from '../../html/html.ts';
import { textsOf } from '../../html/texts.ts';
import { theirs } from '../../html/words.ts';
import { fact, moment, pager } from '../../pages/parts.ts';
import { answerLink } from '../answerLink.ts';
import type { DeskRequest } from '../Desk.ts';
import type { Paged } from '../paged.ts';
import { deskPage, pathIn } from './deskPage.ts';
import { actForm, button, linkButton } from './forms.ts';
import { mailFacts, messageRow, sender } from './mailParts.ts';
import { senderForm } from './personPages.ts';

/** Some of the messages, and how many there are. */
interface MessageList extends Paged {
  readonly all: number;
  readonly messages: readonly (MessageRow & { readonly mails: readonly OutboxRow[] })[];
}

/** All messages, newest first. */
export function messagesPage({ texts, who, query }: DeskRequest, list: MessageList): Html {
  const { all, page, messages } = list;
  return deskPage({
    texts,
    who,
    query,
    part: 'messages',
    title: texts.text('desk.messages'),
    lead: texts.count('desk.messages.count', all),
    path: `/messages${page > 1 ? `?page=${page}` : ''}`,
    content: html`${senderForm(texts)}
${all === 0 ? html`<p>${texts.text('desk.messages.none')}</p>` : html`<ul class="versions" role="list">${messages.map((message) => messageRow(texts, message, message.mails))}</ul>`}
${pager(texts, list, pathIn(texts, '/messages'))}`,
  });
}

/** One message in full, with a link that answers it by mail. */
export function messagePage(
  { texts, who, query }: DeskRequest,
  message: MessageRow,
  mails: readonly OutboxRow[],
): Html {
  const { id, language, received_at, subject, name } = message;
  const labels = contactTexts[isLanguage(texts.language) ? texts.language : fallbackLanguage].fields;
  // The quotation is for the visitor, in a language that they read.
  const theirTexts = textsOf(language) ?? texts;
  const intro = theirTexts.text('desk.answer.intro', {
    name: plainLine(name),
    date: theirTexts.date(new Date(received_at)),
  });
  const link = answerLink(message, intro);
  return deskPage({
    texts,
    who,
    query,
    part: 'messages',
    title: texts.text('desk.message'),
    lead: subject.trim() === '' ? texts.text('desk.message.untitled') : theirs(subject),
    path: `/messages/${id}`,
    content: html`<dl class="facts wide">${[
      fact(texts.text('desk.message.from'), sender(message)),
      fact(texts.text('desk.message.received'), moment(texts, received_at)),
      fact(texts.text('desk.message.language'), isLanguage(language) ? languageNames[language] : theirs(language)),
      ...detailFields.map((field) => fact(labels[field].label, theirs(message[field]))),
    ]}</dl>
<section class="panel letter" aria-label="${texts.text('desk.message.text')}">${letter(message)}</section>
<div class="acts">${link === undefined ? html`<p>${texts.text('desk.answer.none')}</p>` : html`<a class="button primary" href="${link}">${texts.text('desk.answer.do')}</a>`}${linkButton(pathIn(texts, `/messages/${id}/delete`), texts.text('desk.delete.link'))}</div>
<section aria-labelledby="mails"><h2 id="mails">${texts.text('desk.message.mails')}</h2>
${mails.length === 0 ? html`<p>${texts.text('desk.message.noMails')}</p>` : html`<ul class="mails" role="list">${mails.map((mail) => mailFacts(texts, mail))}</ul>`}
${mails.some(({ state }) => state !== 'delivered') && actForm(texts, `/messages/${id}/retry`, button(texts.text('desk.mail.again'), 'quiet'))}</section>`,
  });
}

/** What a visitor wrote, line by line: nothing in it is hidden, and none of it is cut. */
const letter = ({ message, language }: MessageRow): Html =>
  html`<p lang="${language}" dir="auto">${message.split('\n').map((line, index) => html`${index > 0 && html`<br>`}<bdi>${plainLine(line)}</bdi>`)}</p>`;

/** What stands for a message that isn't there, or isn't any more. */
export const goneMessagePage = ({ texts, who }: DeskRequest): Html =>
  deskPage({
    texts,
    who,
    part: 'messages',
    title: texts.text('missing.title'),
    path: '/messages',
    content: html`<p>${texts.text('desk.message.gone')}</p>`,
  });
