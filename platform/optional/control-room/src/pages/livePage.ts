import type { RunningSite } from '@site/releases/runningSite.ts';
import type { Reader } from '@site/releases/signing/Trust.ts';
import type { Freeze } from '@site/shared/routes/policy.ts';
import { type Html, html } from '../html/html.ts';
import type { CountName, Texts } from '../html/texts.ts';
import { code, explained, theirs } from '../html/words.ts';
import { roomLimits } from '../limits.ts';
import type { AppStatus } from '../reading/apps.ts';
import { sectionOf } from '../reading/sectionOf.ts';
import { freezeAlert } from './freezeAlert.ts';
import { pageHead, roomPage } from './layout.ts';
import { badge, fact, faultList, moment, pager, pathOf } from './parts.ts';

/** What the page is made of. */
export interface LivePageParts {
  readonly texts: Texts;
  readonly reader: Reader;
  readonly site: RunningSite | undefined;
  readonly apps: readonly AppStatus[];
  /** What was searched among the names of apps. */
  readonly search: string;
  /** The page of the list that was asked for. */
  readonly page: number;
  /** Present while nothing new goes live. */
  readonly frozen: Freeze | undefined;
  readonly isOwner: boolean;
}

/** The first page: what is live, and what to look at. */
export function livePage({ texts, reader, site, apps, search, page: asked, frozen, isOwner }: LivePageParts): Html {
  const found = apps.filter(({ app }) => app.includes(search.trim().toLowerCase()));
  const shown = sectionOf(found, asked, roomLimits.appsOnPage);
  const lead = site ? texts.text('live.lead', { site: site.origin }) : texts.text('live.leadUnknown');
  const searched = search === '' ? '' : `?q=${encodeURIComponent(search)}`;
  const isFirst = search === '' && shown.page === 1;
  return roomPage({
    texts,
    title: texts.text('live'),
    path: shown.page === 1 ? searched : `${searched === '' ? '?' : `${searched}&`}page=${shown.page}`,
    place: 'live',
    reader,
    content: html`${pageHead(texts.text('live'), html`<bdi>${lead}</bdi>`, tiles(texts, apps))}
<div class="inner section">
${frozen && freezeAlert(texts, frozen, isOwner ? html`<p><a class="button quiet" href="/${texts.language}/freeze">${texts.text('freeze.lift')}</a></p>` : undefined)}
${
  apps.length === 0
    ? html`<p>${texts.text('live.empty')}</p>`
    : html`${isFirst && attention(texts, apps)}
<form class="search" role="search"><label for="q">${texts.text('live.search')}</label><div><input id="q" name="q" value="${search}" maxlength="40" autocomplete="off" spellcheck="false"><button class="button primary">${texts.text('live.find')}</button></div></form>
<h2>${texts.text('live.apps')}</h2>
${found.length === 0 ? html`<p>${texts.text('live.none')}</p>` : html`<ul class="apps" role="list">${shown.items.map((app) => row(texts, app))}</ul>`}
${pager(texts, shown, `/${texts.language}${searched}`, 'names')}`
}
</div>`,
  });
}

const isLive = ({ pointer }: AppStatus): boolean => pointer !== undefined;

/** The numbers of the page's head. */
function tiles(texts: Texts, apps: readonly AppStatus[]): Html {
  const counts: readonly (readonly [CountName, number])[] = [
    ['tile.live', apps.filter(isLive).length],
    ['tile.rollout', apps.filter(({ rollout }) => rollout).length],
    ['tile.faulty', apps.filter(({ faults }) => faults.length > 0).length],
    ['tile.problem', apps.filter(({ problem }) => problem !== undefined).length],
  ];
  return html`<ul class="tiles" role="list">${counts.map(
    ([name, count]) => html`<li><span class="figure">${texts.number(count)}</span> ${texts.count(name, count)}</li>`,
  )}</ul>`;
}

/** What is faulty, refused, or ends soon, in this order. Most of many is folded: the list of apps shall not be far below. */
function attention(texts: Texts, apps: readonly AppStatus[]): Html {
  const unwell = apps
    .filter(({ problem, faults }) => problem !== undefined || faults.length > 0)
    .toSorted((a, b) => Number(canWait(a)) - Number(canWait(b)));
  if (unwell.length === 0) return html`<p class="alert ok">${texts.text('live.well')}</p>`;
  const first = unwell.slice(0, roomLimits.appsFirst);
  const others = unwell.slice(roomLimits.appsFirst);
  const list = (some: readonly AppStatus[]) => some.map((status) => unwellPart(texts, status));
  return html`<section class="alert ${first.every(canWait) ? 'soon' : 'err'}" aria-labelledby="attention"><h2 id="attention">${texts.text('live.attention')}</h2>${list(first)}${
    others.length > 0 &&
    html`<details><summary>${texts.count('live.more', others.length)}</summary>${list(others)}</details>`
  }</section>`;
}

/** Whether all that is wrong with an app is a signature that ends soon. */
const canWait = ({ problem, faults }: AppStatus): boolean =>
  faults.length === 0 && problem !== undefined && endsSoon(problem);

/** Whether servers accept a record, though not for long. */
export const endsSoon = (problem: string): boolean => problem.startsWith('RELEASE-EXPIRES-SOON');

const unwellPart = (texts: Texts, { app, problem, faults }: AppStatus): Html =>
  html`<section><h3><a href="${pathOf(texts, app)}">${app}</a></h3>${problem !== undefined && html`<p>${explained(texts, problem)}</p>`}${faultList(texts, faults)}</section>`;

function row(texts: Texts, status: AppStatus): Html {
  const { app, pointer, live } = status;
  const { author, commit } = live?.publication ?? {};
  return html`<li><div class="name"><h3><a href="${pathOf(texts, app)}">${app}</a></h3><p class="badges">${badgesOf(texts, status)}</p></div><dl class="facts">${[
    fact(
      texts.text('app.version'),
      pointer && html`<a href="${pathOf(texts, app, pointer.version)}">${code(pointer.version)}</a>`,
    ),
    fact(texts.text('app.since'), pointer && moment(texts, pointer.since)),
    fact(texts.text('app.by'), author !== undefined && theirs(author)),
    fact(texts.text('app.commit'), commit !== undefined && code(commit)),
    fact(texts.text('app.languages'), live && languagesOf(texts, live)),
  ]}</dl></li>`;
}

const languagesOf = (texts: Texts, { languages, pages }: NonNullable<AppStatus['live']>): string =>
  pages === 0 ? texts.text('app.noPages') : `${languages.join(', ')} (${texts.count('app.pages', pages)})`;

/** How an app is, in badges. */
export const badgesOf = (texts: Texts, status: AppStatus): readonly (Html | false)[] => [
  isLive(status) ? badge(texts, 'live') : badge(texts, 'nothing'),
  status.rollout !== undefined && badge(texts, 'rollout', html` ${texts.percent(status.rollout.share)}`),
  status.faults.length > 0 && badge(texts, 'faulty'),
  status.problem !== undefined && badge(texts, 'problem'),
];
