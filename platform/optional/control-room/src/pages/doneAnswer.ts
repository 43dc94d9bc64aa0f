import type { Pointer } from '@site/shared/contract/release.ts';
import type { Texts } from '../html/texts.ts';
import { isRefusedBy, type Outcome } from '../reading/outcome.ts';
import { english } from './answers.ts';
import { pathOf } from './parts.ts';
import type { ActAnswer } from './SigningTask.ts';

/** Says what became of a pointer that was signed: what is live, whether servers have it, and what others lost. */
export function doneAnswer(texts: Texts, app: string, pointer: Pointer, { accepted, lost }: Outcome): ActAnswer {
  const { version, candidate } = pointer;
  const refused = isRefusedBy(accepted) ? [english(accepted.message)] : [];
  return {
    title: isRefusedBy(accepted)
      ? texts.text('act.done.refused')
      : candidate
        ? texts.text('act.done.rollout', { version: candidate.version, share: texts.percent(candidate.share) })
        : texts.text('act.done.live', { version }),
    notes: [
      ...(isRefusedBy(accepted) ? refused : [{ text: texts.text(`act.done.${accepted}`) }]),
      ...(lost.length > 0 ? [{ text: texts.text('act.done.lost') }, ...lost.map(english)] : []),
    ],
    links: linksTo(texts, app),
  };
}

/** Says that a version is gone. */
export const discardedAnswer = (texts: Texts, app: string, version: string): ActAnswer => ({
  title: texts.text('act.done.discarded', { version }),
  notes: [],
  links: linksTo(texts, app),
});

const linksTo = (texts: Texts, app: string): ActAnswer['links'] => [
  { path: pathOf(texts, app), text: texts.text('act.toApp', { app }) },
];
