import type { Reader } from '@site/releases/signing/Trust.ts';
import { html } from '../html/html.ts';
import type { Texts } from '../html/texts.ts';
import { roomLimits } from '../limits.ts';
import type { PolicyProposal } from '../reading/policyProposal.ts';
import { pageHead, roomPage } from './layout.ts';
import { type Approval, approvalPart, proposalPart } from './policyParts.ts';

/** What the page is made of. */
export interface RequestPageParts {
  readonly texts: Texts;
  readonly reader: Reader;
  /** What the owner has pasted, so that they can correct it. */
  readonly pasted: string;
  /** The remote that asks. */
  readonly remote?: string;
  readonly proposal?: PolicyProposal;
  readonly approval?: Approval | undefined;
}

/** What a team asks for: pasted, looked at, and approved. */
export const requestPage = ({ texts, reader, pasted, remote, proposal, approval }: RequestPageParts) =>
  roomPage({
    texts,
    title: texts.text('policy.title'),
    path: '/policy',
    place: 'map',
    reader,
    content: html`${pageHead(texts.text('policy.title'), texts.text('policy.lead'))}
<div class="inner section">
${proposal && proposalPart(texts, proposal)}
${approval && approvalPart(texts, approval, texts.text('policy.approve', { remote: remote ?? '' }))}
<form class="request" method="post" action="/${texts.language}/policy"><label for="request">${texts.text('policy.request')}</label><p class="small" id="request-help">${texts.text('policy.requestHelp')} <code>npx site request events fr:evenements</code></p><textarea id="request" name="request" rows="10" maxlength="${roomLimits.pasted}" required autocomplete="off" spellcheck="false" aria-describedby="request-help"${proposal && !proposal.next && html` aria-invalid="true"`}>
${pasted}</textarea><button class="button ${approval ? 'quiet' : 'primary'}">${texts.text('policy.look')}</button></form>
</div>`,
  });
