import type { TrustedKeys } from '@site/releases/signing/keys.ts';
import type { Reader } from '@site/releases/signing/Trust.ts';
import { type Html, html } from '../html/html.ts';
import type { Texts } from '../html/texts.ts';
import { code, said } from '../html/words.ts';
import type { ComparedVersion } from '../reading/comparison.ts';
import type { OfferedAct } from '../reading/offers.ts';
import type { Proposal } from '../reading/proposal.ts';
import { nameOf } from './actsPart.ts';
import { changesPart } from './changesPart.ts';
import { pageHead, roomPage } from './layout.ts';
import { fact, faultList, pathOf } from './parts.ts';
import type { RequestTask, SigningTask } from './SigningTask.ts';
import { signPart } from './signPart.ts';
import { dryRunPart, notesPart } from './versionPage.ts';

/** What the page is made of. */
export interface ActPageParts {
  readonly texts: Texts;
  readonly reader: Reader;
  readonly app: string;
  readonly act: OfferedAct;
  /** The page below its language. */
  readonly path: string;
  /** What is live before and after; absent for what was never live. */
  readonly proposal?: Proposal;
  readonly compared?: ComparedVersion | undefined;
  /** What is signed; absent where it would be refused. */
  readonly task?: SigningTask | RequestTask | undefined;
  readonly command: string;
  readonly keys: TrustedKeys;
}

/** Asks whether an act is meant: what would change, what others lose, and then the signature. Looking at it changes nothing. */
export function actPage({
  texts,
  reader,
  app,
  act,
  path,
  proposal,
  compared,
  task,
  command,
  keys,
}: ActPageParts): Html {
  const button = nameOf(texts, act);
  const version = act.name === 'end' ? proposal?.stored?.candidate?.version : act.version;
  const { refused } = proposal ?? {};
  return roomPage({
    texts,
    title: `${button}: ${app}`,
    path,
    place: 'live',
    reader,
    content: html`${pageHead(
      button,
      html`<a href="${pathOf(texts, app)}">${app}</a> ${version !== undefined && html`<a href="${pathOf(texts, app, version)}">${code(version)}</a>`}`,
    )}
<div class="inner section">
${refused !== undefined && html`<p class="alert err">${texts.text('act.impossible')} ${said(refused)}</p>`}
${act.name === 'discard' && html`<p>${texts.text('act.discardText')}</p>`}
${proposal?.next && whatChanges(texts, proposal)}
${compared && consequences(texts, compared)}
${task ? signPart(texts, { task, button, command, keys }) : refused === undefined && html`<div class="command"><p>${texts.text('act.byCommand')}</p><pre tabindex="0"><code>${command}</code></pre></div>`}
</div>`,
  });
}

/** What is live now and then, and which rollout ends. */
function whatChanges(texts: Texts, { stored, next }: Proposal): Html {
  const nothing = texts.text('act.nothing');
  const ended = stored?.candidate?.version;
  const isEnded = ended !== undefined && next?.candidate === undefined && next?.version !== ended;
  const given = next?.previous.filter(
    ({ version, isGivenUp }) =>
      isGivenUp && !stored?.previous.some((known) => known.isGivenUp && known.version === version),
  );
  const arm = (pointer: Proposal['next']) =>
    pointer?.candidate && html`${code(pointer.candidate.version)} ${texts.percent(pointer.candidate.share)}`;
  return html`<section aria-labelledby="effect"><h2 id="effect">${texts.text('act.effect')}</h2><dl class="facts wide">${[
    fact(texts.text('act.now'), stored ? code(stored.version) : nothing),
    fact(texts.text('act.then'), next && code(next.version)),
    fact(texts.text('act.rolloutNow'), arm(stored)),
    fact(texts.text('act.rolloutThen'), arm(next)),
  ]}</dl>${isEnded && html`<p>${texts.text('act.ends', { version: ended })}</p>`}${
    given &&
    given.length > 0 &&
    html`<p>${texts.text('act.givesUp', { versions: given.map(({ version }) => version).join(', ') })}</p>`
  }</section>`;
}

/** What a version asks for, what others lose, the addresses and what else changes. */
const consequences = (texts: Texts, { faults, notes, dryRun, before, changes, contents }: ComparedVersion): Html =>
  html`${faults.length > 0 && html`<section aria-labelledby="faults"><h2 id="faults">${texts.text('app.faults')}</h2>${faultList(texts, faults)}</section>`}
${notesPart(texts, notes)}
${dryRun && dryRunPart(texts, dryRun)}
${before && html`<section aria-labelledby="changes"><h2 id="changes">${texts.text('version.changes', { version: before.version })}</h2>${changesPart(texts, changes, contents)}</section>`}`;
