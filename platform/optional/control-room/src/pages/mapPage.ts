import type { Reader } from '@site/releases/signing/Trust.ts';
import { type Html, html } from '../html/html.ts';
import type { TextName, Texts } from '../html/texts.ts';
import { explained, theirs } from '../html/words.ts';
import type { MappedRemote, SiteMap } from '../reading/siteMap.ts';
import { pageHead, roomPage } from './layout.ts';
import { chips, fact, pager, pathOf } from './parts.ts';

/** The route policy as a map of the site: each remote with what it may have and what it has. */
export function mapPage(texts: Texts, reader: Reader, map: SiteMap): Html {
  const { remotes, page, reserved, others, problem } = map;
  return roomPage({
    texts,
    title: texts.text('map'),
    path: `/map${page > 1 ? `?page=${page}` : ''}`,
    place: 'map',
    reader,
    content: html`${pageHead(texts.text('map'), texts.text('map.lead'))}
<div class="inner section">
${problem !== undefined && html`<p class="alert err">${explained(texts, problem)}</p>`}
<ul class="plots" role="list">${remotes.map((remote) => plot(texts, remote))}</ul>
${pager(texts, map, `/${texts.language}/map`, 'names')}
<dl class="facts wide">${[
      fact(texts.text('map.reserved'), reserved.length > 0 && chips(reserved.map((path) => `/…/${path}`))),
      fact(texts.text('map.others'), texts.text(others === 'own-name' ? 'map.othersName' : 'map.othersNone')),
    ]}</dl>
</div>`,
  });
}

function plot(texts: Texts, { remote, isNamed, isIsolated, prefixes, pages, problems }: MappedRemote): Html {
  return html`<li><h2><span class="plaque" aria-hidden="true">${texts.number(pages.length)}</span> <a href="${pathOf(texts, remote)}">${remote}</a></h2>
<p class="small">${texts.count('app.pages', pages.length)}, ${texts.text(isNamed ? 'map.named' : 'map.byName')}${isIsolated && `, ${texts.text('map.isolated')}`}</p>
<h3>${texts.text('map.claims')}</h3>
${chips(prefixes.flatMap(({ paths }) => paths))}
<h3>${texts.text('map.has')}</h3>
${
  pages.length === 0
    ? html`<p>${texts.text('map.nothing')}</p>`
    : html`<dl class="pages">${pages.map(
        ({ name, addresses, places }) =>
          html`<div><dt>${theirs(name)}${places.map((place) => html` <span class="badge plain">${texts.text(`map.place.${place}` as TextName)}</span>`)}</dt><dd>${chips(addresses)}</dd></div>`,
      )}</dl>`
}
${problems.length > 0 && html`<h3>${texts.text('map.problems')}</h3><ul class="notes">${problems.map(({ code, message, remedy }) => html`<li>${explained(texts, `${code} ${message} ${remedy}`)}</li>`)}</ul>`}</li>`;
}
