import type { Difference, PolicyEffect } from '@site/releases/policyEffect.ts';
import type { TrustedKeys } from '@site/releases/signing/keys.ts';
import { type Html, html } from '../html/html.ts';
import type { TextName, Texts } from '../html/texts.ts';
import { code, said } from '../html/words.ts';
import type { PolicyProposal } from '../reading/policyProposal.ts';
import { chips } from './parts.ts';
import type { SigningTask } from './SigningTask.ts';
import { signPart } from './signPart.ts';

/** How a change of the policy is signed: by a command, and where the reader may, on the page. */
export interface Approval {
  readonly command: string;
  readonly task?: (language: string) => SigningTask;
  readonly keys?: TrustedKeys;
}

/** What a change would make of the policy and of the site, or why it can't be. */
export function proposalPart(texts: Texts, { effect, refused }: PolicyProposal): Html {
  if (!effect)
    return html`<p class="alert err" role="alert">${texts.text('act.impossible')} ${said(refused ?? '')}</p>`;
  const { addresses, prefixes, agreed, menu, footer, lacks } = effect;
  const changes = [
    ...byRemote(texts, 'policy.claims', prefixes),
    ...byRemote(texts, 'policy.agreed', agreed),
    ...differences(texts, texts.text('version.added'), { gone: [], added: addresses.added }),
    ...differences(texts, texts.text('map.place.menu'), menu),
    ...differences(texts, texts.text('map.place.footer'), footer),
  ];
  return html`${addresses.gone.length > 0 && html`<section class="alert err" aria-labelledby="gone"><h2 id="gone">${texts.text('policy.gone')}</h2>${chips(addresses.gone)}</section>`}
<section class="panel" aria-labelledby="effect"><h2 id="effect">${texts.text('act.effect')}</h2>
${changes.length === 0 ? html`<p>${texts.text('policy.same')}</p>` : changes}
${changes.length > 0 && addresses.added.length + addresses.gone.length === 0 && html`<p>${texts.text('version.dryRunSame')}</p>`}
${lacks.length > 0 && html`<h3>${texts.text('act.done.lost')}</h3><ul class="notes">${lacks.map((text) => html`<li>${said(text)}</li>`)}</ul>`}</section>`;
}

/** Where the owner signs a change, or reads which command does it. */
export function approvalPart(texts: Texts, { command, task, keys }: Approval, button: string): Html {
  if (task && keys) return signPart(texts, { task: task(texts.language), button, command, keys });
  return html`<section aria-labelledby="by-command"><h2 id="by-command">${texts.text('act.byCommand')}</h2><pre tabindex="0"><code>${command}</code></pre></section>`;
}

const byRemote = (texts: Texts, name: TextName, changes: PolicyEffect['prefixes']): readonly Html[] =>
  Object.entries(changes).flatMap(([remote, change]) => differences(texts, texts.text(name, { remote }), change));

function differences(texts: Texts, title: string, { gone, added }: Difference): readonly Html[] {
  if (gone.length + added.length === 0) return [];
  return [
    html`<h3>${title}</h3><ul class="chips" role="list">${[
      ...added.map((name) => html`<li class="added"><span>${texts.text('policy.added')}</span> ${code(name)}</li>`),
      ...gone.map((name) => html`<li class="gone"><span>${texts.text('policy.removed')}</span> ${code(name)}</li>`),
    ]}</ul>`,
  ];
}
