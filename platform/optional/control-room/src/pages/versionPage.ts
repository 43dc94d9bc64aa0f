import type { Reader, Trust } from '@site/releases/signing/Trust.ts';
import { type Html, html } from '../html/html.ts';
import type { Texts } from '../html/texts.ts';
import { code, explained, said, theirs } from '../html/words.ts';
import type { ComparedVersion, DryRun } from '../reading/comparison.ts';
import { actsPart, type Offers } from './actsPart.ts';
import { changesPart } from './changesPart.ts';
import { pageHead, roomPage } from './layout.ts';
import { badge, chips, fact, faultList, moment, pathOf } from './parts.ts';

/** What the page is made of. */
export interface VersionPageParts {
  readonly texts: Texts;
  readonly reader: Reader;
  readonly compared: ComparedVersion;
  readonly trust: Pick<Trust, 'nameOf'>;
  /** What its reader may do with it; absent for whoever may only look. */
  readonly offers: Offers | undefined;
}

/** A version: where it comes from, what it changes, what it asks for, and what the site would be with it. */
export function versionPage({ texts, reader, compared, trust, offers }: VersionPageParts): Html {
  const { app, manifest, state, before, notes, dryRun, faults, refused } = compared;
  const { version } = manifest;
  const other = before?.version;
  return roomPage({
    texts,
    title: `${app} ${version}`,
    path: `/apps/${app}/${version}${other === undefined ? '' : `?before=${other}`}`,
    place: 'live',
    reader,
    content: html`${pageHead(html`<a href="${pathOf(texts, app)}">${app}</a> <span class="version">${version}</span>`, undefined, html`<p class="badges">${badge(texts, state)}${faults.length > 0 && badge(texts, 'faulty')}</p>`)}
<div class="inner section">
${actsPart(texts, offers)}
${refused !== undefined && html`<p class="alert err">${texts.text('version.refused')} ${explained(texts, refused)}</p>`}
${faults.length > 0 && html`<section aria-labelledby="faults"><h2 id="faults">${texts.text('app.faults')}</h2>${faultList(texts, faults)}</section>`}
${origin(texts, compared, trust)}
<section aria-labelledby="changes"><h2 id="changes">${other === undefined ? texts.text('version.first') : texts.text('version.changes', { version: other })}</h2>
${changesPart(texts, compared.changes, compared.contents)}
<form class="search"><label for="before">${texts.text('version.compare')}</label><div><input id="before" name="before" value="${other}" maxlength="64" autocomplete="off" spellcheck="false"><button class="button quiet">${texts.text('version.compareDo')}</button></div></form></section>
${notesPart(texts, notes)}
${dryRun && dryRunPart(texts, dryRun)}
</div>`,
  });
}

/** Who has published and signed a version, and what it consists of. */
function origin(texts: Texts, { manifest, publication }: ComparedVersion, trust: Pick<Trust, 'nameOf'>): Html {
  const { signature, contract, files } = manifest;
  const { author, commit, repository, at } = publication;
  const sizes = Object.values(files).map(({ size }) => size);
  const bytes = texts.bytes(sizes.reduce((sum, size) => sum + size, 0));
  return html`<section aria-labelledby="facts"><h2 id="facts">${texts.text('version.facts')}</h2><dl class="facts wide">${[
    fact(texts.text('version.published'), moment(texts, at)),
    fact(texts.text('app.by'), author !== undefined && theirs(author)),
    fact(texts.text('app.commit'), commit !== undefined && code(commit)),
    fact(texts.text('version.repository'), repository !== undefined && theirs(repository)),
    fact(
      texts.text('version.key'),
      signature ? code(trust.nameOf(signature.key) ?? signature.key) : texts.text('version.unsigned'),
    ),
    fact(texts.text('version.contract'), texts.number(contract)),
    fact(texts.text('version.files'), texts.count('version.filesText', sizes.length, { bytes })),
  ]}</dl><p class="small">${texts.text('version.unsure')}</p></section>`;
}

/** What a version asks for, and what others notice. */
export const notesPart = (texts: Texts, notes: ComparedVersion['notes']): Html | undefined =>
  notes.length === 0
    ? undefined
    : html`<section aria-labelledby="notes"><h2 id="notes">${texts.text('version.notes')}</h2><ul class="notes">${notes.map((note) => html`<li${!note.startsWith(' ') && html` class="lead-in"`}>${said(note.trim())}</li>`)}</ul></section>`;

/** The site's addresses if a version were live. */
export function dryRunPart(texts: Texts, { added, removed, problems }: DryRun): Html {
  const isSame = added.length + removed.length + problems.length === 0;
  return html`<section class="panel" aria-labelledby="dry-run"><h2 id="dry-run">${texts.text('version.dryRun')}</h2>${
    isSame
      ? html`<p>${texts.text('version.dryRunSame')}</p>`
      : [
          added.length > 0 && html`<h3>${texts.text('version.added')}</h3>${chips(added)}`,
          removed.length > 0 && html`<h3>${texts.text('version.removed')}</h3>${chips(removed)}`,
          problems.length > 0 &&
            html`<h3>${texts.text('version.problems')}</h3><ul class="notes">${problems.map((problem) => html`<li>${explained(texts, problem)}</li>`)}</ul>`,
        ]
  }</section>`;
}
