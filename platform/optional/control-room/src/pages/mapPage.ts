import type { Reader } from '@site/releases/signing/Trust.ts';
import { type Html, html } from '../html/html.ts';
import type { TextName, Texts } from '../html/texts.ts';
import { explained, theirs } from '../html/words.ts';
import type { ProposedVersion } from '../reading/proposed.ts';
import type { MappedRemote, SiteMap } from '../reading/siteMap.ts';
import { freezeAlert } from './freezeAlert.ts';
import { pageHead, roomPage } from './layout.ts';
import { endsSoon } from './livePage.ts';
import { chips, fact, pager, pathOf } from './parts.ts';
import { proposedPart } from './proposedPart.ts';

/** What the page is made of. */
export interface MapPageParts {
  readonly texts: Texts;
  readonly reader: Reader;
  readonly map: SiteMap;
  /** What remotes propose, by remote. */
  readonly proposed: ReadonlyMap<string, readonly ProposedVersion[]>;
  readonly isOwner: boolean;
}

/** The route policy as a map of the site: each remote with what it may have, what it has and what it proposes. */
export function mapPage({ texts, reader, map, proposed, isOwner }: MapPageParts): Html {
  const { remotes, page, reserved, others, problem, frozen } = map;
  return roomPage({
    texts,
    title: texts.text('map'),
    path: `/map${page > 1 ? `?page=${page}` : ''}`,
    place: 'map',
    reader,
    content: html`${pageHead(texts.text('map'), texts.text('map.lead'))}
<div class="inner section">
${problem !== undefined && html`<p class="alert ${endsSoon(problem) ? 'soon' : 'err'}">${explained(texts, problem)}</p>`}
${frozen && freezeAlert(texts, frozen)}
${isOwner && ownerPart(texts, frozen !== undefined)}
<ul class="plots" role="list">${remotes.map((remote) => plot(texts, remote, proposedPart(texts, proposed.get(remote.remote) ?? [], isOwner)))}</ul>
${pager(texts, map, `/${texts.language}/map`, 'names')}
<dl class="facts wide">${[
      fact(texts.text('map.reserved'), reserved.length > 0 && chips(reserved.map((path) => `/…/${path}`))),
      fact(texts.text('map.others'), texts.text(others === 'own-name' ? 'map.othersName' : 'map.othersNone')),
    ]}</dl>
</div>`,
  });
}

/** Links to what the owner decides. */
const ownerPart = (texts: Texts, isFrozen: boolean): Html =>
  html`<nav class="acts" aria-label="${texts.text('act.label')}"><ul role="list"><li><a class="button primary" href="/${texts.language}/policy">${texts.text('policy.title')}</a></li><li><a class="button quiet" href="/${texts.language}/freeze">${texts.text(isFrozen ? 'freeze.lift' : 'freeze.freeze')}</a></li></ul></nav>`;

function plot(
  texts: Texts,
  { remote, isNamed, isIsolated, prefixes, pages, problems }: MappedRemote,
  proposed: Html | undefined,
): Html {
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
${problems.length > 0 && html`<h3>${texts.text('map.problems')}</h3><ul class="notes">${problems.map(({ code, message, remedy }) => html`<li>${explained(texts, `${code} ${message} ${remedy}`)}</li>`)}</ul>`}
${proposed}</li>`;
}
