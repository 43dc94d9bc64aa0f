import { ArrowDown, ArrowRight, ArrowUpRight } from 'lucide-react';
import type { MouseEventHandler } from 'react';
import { classNames } from '../classNames.ts';
import arrowStyles from './ArrowLink.module.css';
import { directionOf, type LinkDirection, type LinkProps, type LinkTarget, PageLink } from './PageLink.tsx';
import textStyles from './TextLink.module.css';

/** A link in running text. */
export function TextLink({ className, ...link }: LinkProps) {
  return <PageLink {...link} className={classNames(textStyles.link, className)} />;
}

type LinkedTextProps = LinkTarget & {
  readonly onClick?: MouseEventHandler<HTMLAnchorElement>;
  /** A sentence with its link in brackets, so that translators see it whole: `Write to [our team].` */
  readonly text: string;
};

/** A sentence with a link in it. */
export function LinkedText({ text, ...target }: LinkedTextProps) {
  const [before, label, after] = text.split(/[[\]]/);
  return (
    <>
      {before}
      <TextLink {...target}>{label}</TextLink>
      {after}
    </>
  );
}

/** A link that stands alone, with an arrow that shows where it leads. */
export function ArrowLink({ className, children, ...link }: LinkProps) {
  return (
    <PageLink {...link} className={classNames(arrowStyles.link, className)}>
      <span className={arrowStyles.label}>{children}</span>
      <DirectionArrow direction={directionOf(link)} />
    </PageLink>
  );
}

const arrows = { down: ArrowDown, on: ArrowRight, away: ArrowUpRight };

/** The arrow of a direction. */
export function DirectionArrow({ direction }: { readonly direction: LinkDirection }) {
  const Arrow = arrows[direction];
  return <Arrow aria-hidden="true" />;
}
