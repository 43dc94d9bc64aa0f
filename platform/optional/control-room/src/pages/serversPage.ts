import type { Reader } from '@site/releases/signing/Trust.ts';
import { type Html, html } from '../html/html.ts';
import type { Texts } from '../html/texts.ts';
import { code, explained, said, theirs } from '../html/words.ts';
import { isUnwell, type ListedServer, type ShownApp } from '../reading/servers.ts';
import { pageHead, roomPage } from './layout.ts';
import { fact, moment, pathOf } from './parts.ts';

/** Which servers run what, since when, and behind which wall. */
export const serversPage = (texts: Texts, reader: Reader, servers: readonly ListedServer[]): Html =>
  roomPage({
    texts,
    title: texts.text('servers'),
    path: '/servers',
    place: 'servers',
    reader,
    content: html`${pageHead(texts.text('servers'), texts.text('server.lead'))}
<div class="inner section">
${summary(texts, servers)}
${[...servers.filter(isUnwell), ...servers.filter((server) => !isUnwell(server))].map((server, index) => serverPart(texts, server, `server-${index}`))}
</div>`,
  });

function summary(texts: Texts, servers: readonly ListedServer[]): Html {
  if (servers.length === 0) return html`<p>${texts.text('server.none')}</p>`;
  const unwell = servers.filter(isUnwell).length;
  return unwell === 0
    ? html`<p class="alert ok">${texts.text('server.well')}</p>`
    : html`<p class="alert err">${texts.count('server.look', unwell)}</p>`;
}

function serverPart(texts: Texts, server: ListedServer, id: string): Html {
  const { host, number, address, since, platform, wall, seen, isGone, problems = [], apps } = server;
  const name = number === undefined ? host : texts.text('server.number', { host, number });
  const [differing, same] = [apps.filter(differs), apps.filter((app) => !differs(app))];
  return html`<section class="panel server" aria-labelledby="${id}"><div class="name"><h2 id="${id}">${theirs(name)}</h2><p class="badges">${stateBadge(texts, server)}</p></div>
<dl class="facts">${[
    fact(texts.text('server.address'), code(address)),
    fact(texts.text('server.since'), moment(texts, since)),
    fact(texts.text('server.platform'), code(platform)),
    fact(texts.text('server.wall'), code(wall)),
    fact(texts.text('server.seen'), moment(texts, seen.toISOString())),
  ]}</dl>
${isGone && html`<p class="alert err">${texts.text('server.gone')}</p>`}
${problems.length > 0 && html`<div class="alert err"><h3>${texts.text('server.problems')}</h3><ul class="faults" role="list">${problems.map((line) => html`<li>${said(line)}</li>`)}</ul></div>`}
${differing.length > 0 && html`<h3>${texts.text('server.shows')}</h3><ul class="versions" role="list">${differing.map((app) => differingRow(texts, app))}</ul>`}
${same.length > 0 && html`<details><summary>${texts.count('server.same', same.length)}</summary><dl class="facts">${same.map((app) => fact(app.app, shownVersion(texts, app)))}</dl></details>`}</section>`;
}

const differs = ({ difference }: ShownApp): boolean => difference !== undefined;

function stateBadge(texts: Texts, { isGone, ready, problems = [] }: ListedServer): Html {
  if (isGone) return html`<span class="badge err">${texts.text('server.state.gone')}</span>`;
  if (!ready) return html`<span class="badge err">${texts.text('server.state.unready')}</span>`;
  return problems.length > 0
    ? html`<span class="badge accent">${texts.text('server.state.unwell')}</span>`
    : html`<span class="badge ok">${texts.text('server.state.ready')}</span>`;
}

function differingRow(texts: Texts, shown: ShownApp): Html {
  const { app, live, difference, refused } = shown;
  return html`<li><div class="name"><h4><a href="${pathOf(texts, app)}">${app}</a></h4></div><dl class="facts">${[
    fact(texts.text('server.version'), shownVersion(texts, shown)),
    fact(texts.text('server.store'), versionLink(texts, app, live)),
    fact(
      texts.text('server.difference'),
      difference &&
        html`${texts.text(`server.${difference}`)}${refused !== undefined && html` ${explained(texts, refused)}`}`,
    ),
  ]}</dl></li>`;
}

/** What visitors get of an app, and some of them while it is under rollout. */
function shownVersion(texts: Texts, { app, version, candidate }: ShownApp): Html {
  const share = candidate && texts.text('server.candidate', { ...candidate, share: texts.percent(candidate.share) });
  return html`${versionLink(texts, app, version)}${share !== undefined && html`<p class="small">${theirs(share)}</p>`}`;
}

const versionLink = (texts: Texts, app: string, version: string | undefined): Html =>
  version === undefined
    ? html`${texts.text('server.nothing')}`
    : html`<a href="${pathOf(texts, app, version)}">${code(version)}</a>`;
