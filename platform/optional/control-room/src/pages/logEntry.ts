import type { LogAct } from '@site/releases/history/acts.ts';
import type { LogEntry } from '@site/releases/history/RecordHistory.ts';
import type { LogSigner } from '@site/releases/history/signatureFinding.ts';
import { storePath } from '@site/releases/names.ts';
import { type Html, html } from '../html/html.ts';
import type { TextName, Texts } from '../html/texts.ts';
import { code, said } from '../html/words.ts';
import { chips, moment, pathOf } from './parts.ts';

/** A line of the log: when, of which app, what, by whom, and what is wrong with it. */
export function logEntry(
  texts: Texts,
  { subject, at, act, signer, problem, isCurrent, isSetBack, hasGap, earlier }: LogEntry,
): Html {
  const version = act?.version;
  const of =
    subject !== storePath.policy &&
    html`<a href="${pathOf(texts, subject, version)}"><strong>${subject}</strong> ${version !== undefined && code(version)}</a> `;
  return html`<li>${moment(texts, at)}<div><p class="done"><span>${of}${act ? actText(texts, act) : texts.text('log.unread')}</span>${(signer || act) && by(texts, signer)}${isCurrent && html`<span class="by now">${texts.text('log.now')}</span>`}</p>${[
    act?.changed && html`<p class="small">${texts.text('log.changed')}</p>${chips(act.changed)}`,
    problem !== undefined && html`<p class="alert err">${texts.text('log.problem')} ${said(problem)}</p>`,
    isSetBack && html`<p class="alert err">${texts.text('log.setBack')}</p>`,
    hasGap && html`<p class="alert err">${texts.text('log.gap')}</p>`,
    earlier.length > 0 && earlierList(texts, subject, earlier),
  ]}</div></li>`;
}

const names: Readonly<Record<LogAct['kind'], TextName>> = {
  live: 'log.live',
  back: 'log.back',
  rollout: 'log.rollout',
  share: 'log.share',
  completed: 'log.completed',
  ended: 'log.ended',
  renewed: 'log.renewed',
  named: 'log.named',
  policy: 'log.policy',
  frozen: 'log.frozen',
  lifted: 'log.lifted',
};

function actText(texts: Texts, { kind, version, before = '', share, shareBefore }: LogAct): string {
  if (kind === 'renewed' && version === undefined) return texts.text('log.policySame');
  return texts.text(names[kind], {
    before: shareBefore === undefined ? before : texts.percent(shareBefore),
    ...(share !== undefined && { share: texts.percent(share) }),
  });
}

function by(texts: Texts, signer: LogSigner | undefined): Html {
  if (!signer) return html`<span class="by doubt">${texts.text('log.unsigned')}</span>`;
  const { key, name, standing } = signer;
  const named = html`<span class="by">${texts.text('log.key', { name: name ?? key })}</span>`;
  if (standing === 'trusted') return named;
  const doubt = texts.text(standing === 'ended' ? 'log.keyEnded' : 'log.keyUntrusted');
  return html`${named}<span class="by doubt">${doubt}${name !== undefined && html` ${code(key)}`}</span>`;
}

/** What the oldest record tells of before: its signature vouches for when, not for who. */
const earlierList = (texts: Texts, app: string, earlier: LogEntry['earlier']): Html =>
  html`<details><summary>${texts.text('log.earlier')} (${texts.number(earlier.length)})</summary><ul role="list">${earlier.map(
    ({ version, since }) =>
      html`<li>${moment(texts, since)} <a href="${pathOf(texts, app, version)}">${code(version)}</a></li>`,
  )}</ul></details>`;
