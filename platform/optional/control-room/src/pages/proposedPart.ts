import { type Html, html } from '../html/html.ts';
import type { Texts } from '../html/texts.ts';
import { code, explained, said } from '../html/words.ts';
import type { ProposedVersion } from '../reading/proposed.ts';
import { badge, chips, pathOf } from './parts.ts';

/**
 * What a remote's version under rollout and its newest waiting one propose, beside what it has.
 *
 * @param isOwner whether the reader may agree to what a version asks for
 */
export function proposedPart(texts: Texts, versions: readonly ProposedVersion[], isOwner: boolean): Html | undefined {
  if (versions.length === 0) return undefined;
  return html`<h3>${texts.text('map.proposes')}</h3><ul class="proposed" role="list">${versions.map((proposed) => entry(texts, proposed, isOwner))}</ul>`;
}

function entry(texts: Texts, { app, version, share, dryRun, asks }: ProposedVersion, isOwner: boolean): Html {
  const { added, removed, problems } = dryRun;
  const isSame = added.length + removed.length + problems.length === 0;
  const state = share === undefined ? badge(texts, 'waiting') : badge(texts, 'rollout', html` ${texts.percent(share)}`);
  return html`<li><p><a href="${pathOf(texts, app, version)}">${code(version)}</a> ${state}</p>${[
    isSame && html`<p class="small">${texts.text('version.dryRunSame')}</p>`,
    added.length > 0 && html`<p class="small">${texts.text('version.added')}</p>${chips(added)}`,
    removed.length > 0 && html`<p class="small">${texts.text('version.removed')}</p>${chips(removed)}`,
    problems.length > 0 &&
      html`<ul class="notes">${problems.map((problem) => html`<li>${explained(texts, problem)}</li>`)}</ul>`,
    asks !== undefined && html`<p class="small">${texts.text('map.asks')} ${said(asks)}</p>`,
    asks !== undefined &&
      isOwner &&
      html`<p><a class="button quiet" href="/${texts.language}/policy/agree/${app}/${version}">${texts.text('map.agree')}</a></p>`,
  ]}</li>`;
}
