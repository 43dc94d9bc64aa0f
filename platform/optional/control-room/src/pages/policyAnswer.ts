import type { RoutePolicy } from '@site/shared/routes/policy.ts';
import type { TextName, Texts } from '../html/texts.ts';
import { isRefusedBy, type Outcome } from '../reading/outcome.ts';
import { english } from './answers.ts';
import type { ActAnswer } from './SigningTask.ts';

/** A route policy that was signed, and what became of it. */
interface PolicyOutcome {
  readonly before: RoutePolicy | undefined;
  readonly policy: RoutePolicy;
  readonly outcome: Outcome;
}

/** Says what became of a route policy that was signed. */
export function policyAnswer(texts: Texts, { before, policy, outcome: { accepted, lost } }: PolicyOutcome): ActAnswer {
  return {
    title: texts.text(isRefusedBy(accepted) ? 'policy.done.refused' : titleOf(before, policy)),
    notes: [
      isRefusedBy(accepted) ? english(accepted.message) : { text: texts.text(`act.done.${accepted}`) },
      ...(lost.length > 0 ? [{ text: texts.text('act.done.lost') }, ...lost.map(english)] : []),
    ],
    links: [{ path: `/${texts.language}/map`, text: texts.text('map') }],
  };
}

function titleOf(before: RoutePolicy | undefined, { frozen }: RoutePolicy): TextName {
  if (frozen && !before?.frozen) return 'freeze.done';
  return before?.frozen && !frozen ? 'freeze.doneLift' : 'policy.done';
}
