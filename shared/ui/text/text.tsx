import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import headingStyles from './Heading.module.css';
import leadStyles from './Lead.module.css';
import hiddenStyles from './VisuallyHidden.module.css';

/** A style of the type scale that a heading can take. */
export type HeadingLook = 'display' | 'h1' | 'h2' | 'h3' | 'quote' | 'post-title' | 'question';

interface HeadingProps {
  readonly level: 1 | 2 | 3;
  /** Default: the style of the level. */
  readonly look?: HeadingLook | undefined;
  readonly id?: string | undefined;
  /** Its language, if it isn't the page's. */
  readonly lang?: string | undefined;
  /** `auto` for text by others: its own letters decide on which side it begins, even if its declared language is wrong. */
  readonly dir?: 'auto';
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A heading. Its level is its place in the outline; its look is independent. */
export function Heading({ level, look, className, children, ...attributes }: HeadingProps) {
  const Tag = `h${level}` as const;
  return (
    <Tag {...attributes} className={classNames(headingStyles[look ?? Tag], className)}>
      {children}
    </Tag>
  );
}

interface LeadProps {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** The sentence or two under a title. */
export function Lead({ className, children }: LeadProps) {
  return <p className={classNames(leadStyles.lead, className)}>{children}</p>;
}

/** Text for assistive technology alone. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className={hiddenStyles.hidden}>{children}</span>;
}
