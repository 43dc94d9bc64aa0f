import type { ReactNode } from 'react';
import { Container } from '../Container/Container.tsx';
import { classNames } from '../classNames.ts';
import styles from './Section.module.css';

interface SectionProps {
  /** The ground: the page's own, a band, or night. */
  readonly tone?: 'plain' | 'band' | 'night' | undefined;
  /** Stands right under a page's head, closer than the others. */
  readonly first?: boolean | undefined;
  /** Id of the heading that names the section. */
  readonly labelledBy?: string | undefined;
  readonly id?: string | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A horizontal part of a page: a section of its outline when a heading names it. */
export function Section({ tone = 'plain', first, labelledBy, id, className, children }: SectionProps) {
  const Tag = labelledBy ? 'section' : 'div';
  return (
    <Tag
      id={id}
      aria-labelledby={labelledBy}
      className={classNames(styles.section, styles[tone], first && styles.first, className)}
    >
      <Container>{children}</Container>
    </Tag>
  );
}
