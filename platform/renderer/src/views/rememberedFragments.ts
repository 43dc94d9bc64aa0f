import type { RenderJob } from '@site/shell/render/messages.ts';
import { LRUCache } from 'lru-cache';
import { rendererLimits } from '../limits.ts';
import { isShown, type Outcome, type Shown } from '../outcome/outcome.ts';
import type { RenderedView } from '../outcome/readOutcome.ts';

const remembered = new LRUCache<string, Shown<RenderedView>>({
  maxSize: rendererLimits.fragments.remembered,
  sizeCalculation: ({ parts }) => parts.html.length + (JSON.stringify(parts.data) ?? '').length + 1_000,
});

const numbers = new WeakMap<object, number>();
let last = 0;

/** Tells objects apart in keys. */
function numberOf(object: object): number {
  const known = numbers.get(object);
  if (known !== undefined) return known;
  last += 1;
  numbers.set(object, last);
  return last;
}

/**
 * Renders a fragment once for all pages that ask for the same, as long as its data comes from nowhere but its own code.
 *
 * @param job of the fragment
 * @param from the releases and the route table that it is rendered from
 */
export async function rememberFragment(
  { fragment, origin, request: { language } }: RenderJob,
  from: readonly object[],
  render: () => Promise<Outcome<RenderedView>>,
): Promise<Outcome<RenderedView>> {
  const key = JSON.stringify([from.map(numberOf), origin, language, fragment]);
  const known = remembered.get(key);
  if (known) return known;
  const outcome = await render();
  const isLasting = isShown(outcome) && outcome.kind === 'whole' && !outcome.readsApi && outcome.freshFor === undefined;
  if (isLasting && outcome.missingTexts.length === 0) remembered.set(key, outcome);
  return outcome;
}
