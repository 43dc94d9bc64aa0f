import type { Reader } from '@site/releases/signing/Trust.ts';
import { html } from '../html/html.ts';
import type { Texts } from '../html/texts.ts';
import type { PolicyProposal } from '../reading/policyProposal.ts';
import { pageHead, roomPage } from './layout.ts';
import { pathOf } from './parts.ts';
import { type Approval, approvalPart, proposalPart } from './policyParts.ts';

/** What the page is made of. */
export interface AgreementPageParts {
  readonly texts: Texts;
  readonly reader: Reader;
  readonly app: string;
  readonly version: string;
  readonly proposal: PolicyProposal;
  readonly approval: Approval | undefined;
}

/** What a version asks for, for the owner to agree to. */
export const agreementPage = ({ texts, reader, app, version, proposal, approval }: AgreementPageParts) =>
  roomPage({
    texts,
    title: `${texts.text('policy.agree')}: ${app}`,
    path: `/policy/agree/${app}/${version}`,
    place: 'map',
    reader,
    content: html`${pageHead(
      texts.text('policy.agree'),
      html`<a href="${pathOf(texts, app)}">${app}</a> <a class="version" href="${pathOf(texts, app, version)}">${version}</a>`,
    )}
<div class="inner section">
<p>${texts.text('policy.agreeText')}</p>
${proposalPart(texts, proposal)}
${approval && approvalPart(texts, approval, texts.text('policy.agree'))}
</div>`,
  });
