import { ArrowDown, ArrowRight, ArrowUpRight } from 'lucide-react';
import type { LinkDirection } from './LinkTarget.ts';

const arrows = { down: ArrowDown, on: ArrowRight, away: ArrowUpRight };

/** The arrow that tells where a link leads. */
export function DirectionArrow({ direction }: { readonly direction: LinkDirection }) {
  const Arrow = arrows[direction];
  return <Arrow aria-hidden="true" />;
}
