import { elementOfHash } from './elementOfHash.ts';
import { focusPlace } from './focusPlace.ts';

/** Goes to another place of the view on screen: smoothly where the style sheets say so, and the focus with it. */
export function moveWithinView(hash: string): void {
  const target = elementOfHash(hash);
  if (target) target.scrollIntoView();
  else window.scrollTo({ top: 0 });
  focusPlace(hash);
}
