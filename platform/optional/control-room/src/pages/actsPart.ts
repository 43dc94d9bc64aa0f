import { type Html, html } from '../html/html.ts';
import type { Texts } from '../html/texts.ts';
import type { OfferedAct } from '../reading/offers.ts';
import { pathOf } from './parts.ts';

/** Acts that are offered, and the command of each where the room can't change its store. */
export interface Offers {
  readonly app: string;
  readonly acts: readonly OfferedAct[];
  /** Present where only commands can do it. */
  readonly commandOf?: (act: OfferedAct) => string;
}

/** Links to the pages where acts are confirmed. A link changes nothing. */
export function actsPart(texts: Texts, offers: Offers | undefined): Html | undefined {
  if (!offers || offers.acts.length === 0) return undefined;
  const { app, acts, commandOf } = offers;
  if (commandOf)
    return html`<section aria-labelledby="acts"><h2 id="acts">${texts.text('act.byCommand')}</h2><pre tabindex="0"><code>${acts.map(commandOf).join('\n')}</code></pre></section>`;
  const shared = acts.find((act) => act.name === 'share' || act.name === 'end');
  const version = acts.find((act) => act.name === 'share')?.version;
  return html`<nav class="acts" aria-label="${texts.text('act.label')}"><ul role="list">${acts.map(
    (act, index) =>
      html`<li><a class="button ${index === 0 ? 'primary' : 'quiet'}" href="${pathOfAct(texts, app, act)}">${nameOf(texts, act)}</a></li>`,
  )}</ul>${shared && version !== undefined && anyShare(texts, app, version)}</nav>`;
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
