import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './Card.module.css';

interface CardProps {
  readonly as?: 'article' | 'div' | 'li' | 'section' | undefined;
  /** Shown at the top, on a panel with a ground line. */
  readonly illustration?: ReactNode;
  /** Rises on hover; its link covers the whole card. */
  readonly interactive?: boolean | undefined;
  /** Horizontal on tablets, with the illustration at the left. */
  readonly turns?: boolean | undefined;
  /** Stands out among its neighbours. */
  readonly chosen?: boolean | undefined;
  readonly id?: string | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A surface for one thing. */
export function Card({
  as: Tag = 'div',
  illustration,
  interactive,
  turns,
  chosen,
  id,
  className,
  children,
}: CardProps) {
  const look = classNames(
    styles.card,
    interactive && styles.interactive,
    turns && styles.turns,
    chosen && styles.chosen,
    className,
  );
  return (
    <Tag id={id} className={look}>
      {illustration && <div className={styles.illustration}>{illustration}</div>}
      <div className={styles.body}>{children}</div>
    </Tag>
  );
}
