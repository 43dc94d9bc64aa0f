import { recordLimits } from '@site/releases/limits.ts';
import type { Reader } from '@site/releases/signing/Trust.ts';
import type { Freeze } from '@site/shared/routes/policy.ts';
import { type Html, html } from '../html/html.ts';
import type { Texts } from '../html/texts.ts';
import { explained, theirs } from '../html/words.ts';
import type { PolicyProposal } from '../reading/policyProposal.ts';
import { freezeAlert } from './freezeAlert.ts';
import { pageHead, roomPage } from './layout.ts';
import { type Approval, approvalPart } from './policyParts.ts';

/** What the page is made of. */
export interface FreezePageParts {
  readonly texts: Texts;
  readonly reader: Reader;
  readonly frozen: Freeze | undefined;
  /** The reason that the owner has written, for a freeze to come; undefined before they have. */
  readonly reason: string | undefined;
  readonly proposal: PolicyProposal | undefined;
  readonly approval: Approval | undefined;
}

/** Where the owner lets nothing new go live, and lifts that. */
export function freezePage({ texts, reader, frozen, reason, proposal, approval }: FreezePageParts): Html {
  const title = texts.text(frozen ? 'freeze.lift' : 'freeze.freeze');
  const query = !frozen && reason !== undefined ? `?reason=${encodeURIComponent(reason)}` : '';
  return roomPage({
    texts,
    title,
    path: `/freeze${query}`,
    place: 'map',
    reader,
    content: html`${pageHead(title, texts.text(frozen ? 'freeze.liftLead' : 'freeze.lead'))}
<div class="inner section">
${frozen && freezeAlert(texts, frozen)}
${proposal?.refused !== undefined && html`<p class="alert err" role="alert">${texts.text('act.impossible')} ${explained(texts, proposal.refused)}</p>`}
${!frozen && approval && html`<section class="panel" aria-labelledby="effect"><h2 id="effect">${texts.text('act.effect')}</h2><p>${texts.text('freeze.effect')}</p>${reason && html`<p>${texts.text('freeze.reason')} ${theirs(reason)}</p>`}</section>`}
${approval && approvalPart(texts, approval, title)}
${!frozen && reasonForm(texts, reason ?? '', approval !== undefined)}
</div>`,
  });
}

const reasonForm = (texts: Texts, reason: string, isSecond: boolean): Html =>
  html`<form class="search" action="/${texts.language}/freeze"><label for="reason">${texts.text('freeze.reasonLabel')}</label><p class="small" id="reason-help">${texts.text('freeze.reasonHelp')}</p><div><input id="reason" name="reason" value="${reason}" maxlength="${recordLimits.freezeReason}" autocomplete="off" aria-describedby="reason-help"><button class="button ${isSecond ? 'quiet' : 'primary'}">${texts.text('policy.look')}</button></div></form>`;
