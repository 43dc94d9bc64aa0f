import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './Heading.module.css';

/** A style of the type scale that a heading can take. */
export type HeadingLook = 'display' | 'h1' | 'h2' | 'h3' | 'quote' | 'post-title' | 'question';

interface HeadingProps {
  readonly level: 1 | 2 | 3;
  /** Takes the style of the level unless it is given. */
  readonly look?: HeadingLook | undefined;
  readonly id?: string | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A heading: the level is its place in the outline, the look its size. */
export function Heading({ level, look, id, className, children }: HeadingProps) {
  const Tag = `h${level}` as const;
  return (
    <Tag id={id} className={classNames(styles[look ?? Tag], className)}>
      {children}
    </Tag>
  );
}
