import { type Html, html } from '../html/html.ts';
import type { Texts } from '../html/texts.ts';
import type { OfferedAct } from '../reading/offers.ts';
import { pathOf } from './parts.ts';

/** Acts that are offered, and the command of each where the room can't change its store. */
export interface Offers {
  readonly app: string;
  readonly acts: readonly OfferedAct[];
  /** What the acts are about, where a page has several groups of them. */
  readonly label?: 'act.label' | 'act.labelRollout';
  /** Present where only commands can do it. */
  readonly commandOf?: (act: OfferedAct) => string;
}

/** Links to the pages where acts are confirmed. A link changes nothing. */
export function actsPart(texts: Texts, offers: Offers | undefined): Html | undefined {
  if (!offers || offers.acts.length === 0) return undefined;
  const { app, acts, label = 'act.label', commandOf } = offers;
  if (commandOf)
    return html`<div class="command"><p>${texts.text('act.byCommand')}</p><pre tabindex="0"><code>${acts.map(commandOf).join('\n')}</code></pre></div>`;
  const isSharable = acts.some(({ name }) => name === 'share' || name === 'end');
  const [promoted] = acts.flatMap((act) => (act.name === 'promote' ? [act.version] : []));
  return html`<nav class="acts" aria-label="${texts.text(label)}"><ul role="list">${acts.map(
    (act) =>
      html`<li><a class="button ${act === acts[0] && act.name !== 'back' ? 'primary' : 'quiet'}" href="${pathOfAct(texts, app, act)}">${nameOf(texts, act)}</a></li>`,
  )}</ul>${isSharable && promoted !== undefined && anyShare(texts, app, promoted)}</nav>`;
}

const anyShare = (texts: Texts, app: string, version: string): Html =>
  html`<form class="any-share" action="${pathOf(texts, app, version)}/share"><label for="share">${texts.text('act.anyShare')}</label><input id="share" name="share" type="number" min="1" max="100" required><button class="button quiet">${texts.text('act.anyShareDo')}</button></form>`;

/** The page where an act is confirmed. */
export function pathOfAct(texts: Texts, app: string, act: OfferedAct): string {
  if (act.name === 'end') return `${pathOf(texts, app)}/end-rollout`;
  const path = `${pathOf(texts, app, act.version)}/${act.name}`;
  return act.name === 'share' ? `${path}?share=${act.share}` : path;
}

/** What a button says of an act. */
export function nameOf(texts: Texts, act: OfferedAct): string {
  switch (act.name) {
    case 'share':
      return texts.text('act.share', { share: texts.percent(act.share) });
    case 'back':
      return texts.text('act.back', { version: act.version });
    default:
      return texts.text(`act.${act.name}`);
  }
}
