import type { UnsentMail } from '@site/api/outbox/queries.ts';
import { type Html, html } from '../../html/html.ts';
import { pager } from '../../pages/parts.ts';
import type { DeskRequest } from '../Desk.ts';
import type { Paged } from '../paged.ts';
import { deskPage, pathIn } from './deskPage.ts';
import { actForm, button } from './forms.ts';
import { mailFacts, messageLink, sender } from './mailParts.ts';

/** Some of the mails that haven't gone out, and how many there are. */
interface UnsentList extends Paged {
  readonly waiting: number;
  readonly dead: number;
  readonly mails: readonly UnsentMail[];
}

/** The mails that wait or were given up, with why. */
export function mailsPage({ texts, who, query }: DeskRequest, list: UnsentList): Html {
  const { waiting, dead, page, mails } = list;
  return deskPage({
    texts,
    who,
    query,
    part: 'mails',
    title: texts.text('desk.mails'),
    lead: texts.text('desk.mails.lead'),
    path: `/mails${page > 1 ? `?page=${page}` : ''}`,
    content:
      mails.length === 0
        ? html`<p class="alert ok">${texts.text('desk.mails.none')}</p>`
        : html`<p>${texts.count('desk.mails.dead', dead)} ${texts.count('desk.mails.waiting', waiting)}</p>
${actForm(texts, '/mails/retry', button(texts.text('desk.mails.again')))}
<ul class="versions" role="list">${mails.map(
            (mail) =>
              html`<li><div class="name"><h2>${messageLink(texts, { ...mail, id: mail.message_id })}</h2><p>${sender(mail)}</p></div><ul class="mails" role="list">${mailFacts(texts, mail)}</ul></li>`,
          )}</ul>
${pager(texts, list, pathIn(texts, '/mails'))}`,
  });
}
