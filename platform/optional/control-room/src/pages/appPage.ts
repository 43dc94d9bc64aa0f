import type { Reader } from '@site/releases/signing/Trust.ts';
import { type Html, html } from '../html/html.ts';
import type { Texts } from '../html/texts.ts';
import { code, explained, theirs } from '../html/words.ts';
import type { AppStatus } from '../reading/apps.ts';
import type { AppVersion, VersionsPage } from '../reading/versions.ts';
import { actsPart, type Offers } from './actsPart.ts';
import { pageHead, roomPage } from './layout.ts';
import { badgesOf, endsSoon } from './livePage.ts';
import { measuresPath } from './measureParts.ts';
import { badge, chips, fact, faultList, moment, pager, pathOf } from './parts.ts';
import { rolloutPart } from './rolloutPart.ts';

/** What the page is made of. */
export interface AppPageParts {
  readonly texts: Texts;
  readonly reader: Reader;
  readonly status: AppStatus;
  readonly versions: VersionsPage;
  /** What its reader may do with it; absent for whoever may only look. */
  readonly offers: Offers | undefined;
  readonly rolloutOffers: Offers | undefined;
}

/** An app: what is live, its rollout, its faults and its versions. */
export function appPage({ texts, reader, status, versions, offers, rolloutOffers }: AppPageParts): Html {
  const { app, problem, faults, rollout, live, pointer } = status;
  const path = pathOf(texts, app);
  return roomPage({
    texts,
    title: app,
    path: `/apps/${app}${versions.page > 1 ? `?page=${versions.page}` : ''}`,
    place: 'live',
    reader,
    content: html`${pageHead(app, undefined, html`<p class="badges">${badgesOf(texts, status)}</p>`)}
<div class="inner section">
${problem !== undefined && html`<p class="alert ${endsSoon(problem) ? 'soon' : 'err'}">${explained(texts, problem)}</p>`}
${actsPart(texts, offers)}
<dl class="facts wide">${[
      fact(
        texts.text('app.version'),
        pointer && html`<a href="${pathOf(texts, app, pointer.version)}">${code(pointer.version)}</a>`,
      ),
      fact(texts.text('app.since'), pointer && moment(texts, pointer.since)),
      fact(texts.text('app.until'), pointer?.signature && moment(texts, pointer.signature.expires)),
      fact(texts.text('app.addresses'), live && live.addresses.length > 0 && chips(live.addresses)),
    ]}</dl>
<p><a class="button quiet" href="${measuresPath(texts, '30d', app)}">${texts.text('measure.ofApp', { app })}</a></p>
${rollout && rolloutPart(texts, app, rollout, actsPart(texts, rolloutOffers))}
${faults.length > 0 && html`<section aria-labelledby="faults"><h2 id="faults">${texts.text('app.faults')}</h2>${faultList(texts, faults)}</section>`}
<section aria-labelledby="versions"><h2 id="versions">${texts.text('versions')}</h2>
<p>${texts.count('versions.count', versions.all)}</p>
<ul class="versions" role="list">${versions.versions.map((version) => versionRow(texts, app, version))}</ul>
${pager(texts, versions, path)}</section>
</div>`,
  });
}

function versionRow(texts: Texts, app: string, version: AppVersion): Html {
  const { author, commit } = version;
  return html`<li><div class="name"><h3><a href="${pathOf(texts, app, version.version)}">${code(version.version)}</a></h3><p class="badges">${badge(texts, version.state)}${version.faults.length > 0 && badge(texts, 'faulty')}</p></div><dl class="facts">${[
    fact(texts.text('versions.published'), moment(texts, version.at)),
    fact(texts.text('app.since'), version.since !== undefined && moment(texts, version.since)),
    fact(texts.text('app.by'), author !== undefined && theirs(author)),
    fact(texts.text('app.commit'), commit !== undefined && code(commit)),
  ]}</dl></li>`;
}
