import type { Reader } from '@site/releases/signing/Trust.ts';
import { type Html, html } from '../html/html.ts';
import type { Texts } from '../html/texts.ts';
import { code } from '../html/words.ts';
import type { EventsPage, RoomEvent } from '../reading/events.ts';
import { pageHead, roomPage } from './layout.ts';
import { moment, pager, pathOf } from './parts.ts';

/** Who did what, newest first. */
export const logPage = (texts: Texts, reader: Reader, shown: EventsPage): Html =>
  roomPage({
    texts,
    title: texts.text('log'),
    path: `/log${shown.page > 1 ? `?page=${shown.page}` : ''}`,
    place: 'log',
    reader,
    content: html`${pageHead(texts.text('log'), texts.text('log.lead'))}
<div class="inner section">
${shown.events.length === 0 ? html`<p>${texts.text('log.none')}</p>` : html`<ol class="log" role="list">${shown.events.map((event) => entry(texts, event))}</ol>`}
${pager(texts, shown, `/${texts.language}/log`)}
</div>`,
  });

function entry(texts: Texts, { kind, at, app, version, share, key }: RoomEvent): Html {
  const what = texts.text(`log.${kind}`, share === undefined ? {} : { share: texts.percent(share) });
  const subject =
    app !== undefined &&
    html`<a href="${pathOf(texts, app, version)}"><strong>${app}</strong> ${version !== undefined && code(version)}</a> `;
  return html`<li>${moment(texts, at)}<p>${subject}${what}${key !== undefined && html`<span class="by">${texts.text('log.key', { name: key })}</span>`}</p></li>`;
}
