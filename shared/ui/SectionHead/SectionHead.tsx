import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import { Heading, type HeadingLook } from '../Heading/Heading.tsx';
import { Lead } from '../Lead/Lead.tsx';
import styles from './SectionHead.module.css';

interface SectionHeadProps {
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  /** Id of the heading, for the `labelledBy` of its section. */
  readonly id?: string | undefined;
  readonly level?: 1 | 2 | 3 | undefined;
  readonly look?: HeadingLook | undefined;
  readonly align?: 'start' | 'center' | undefined;
  /** Keeps the distance that the content below wants; off in columns of their own. */
  readonly spaced?: boolean | undefined;
  readonly className?: string | undefined;
}

/** Title and lead at the top of a section. */
export function SectionHead({
  title,
  lead,
  id,
  level = 2,
  look,
  align = 'start',
  spaced = true,
  className,
}: SectionHeadProps) {
  return (
    <div className={classNames(styles.head, styles[align], spaced && styles.spaced, className)}>
      <Heading level={level} look={look} id={id}>
        {title}
      </Heading>
      {lead && <Lead>{lead}</Lead>}
    </div>
  );
}
