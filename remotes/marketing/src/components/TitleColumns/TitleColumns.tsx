import type { ReactNode } from 'react';
import styles from './TitleColumns.module.css';

interface TitleColumnsProps {
  /** The columns of twelve that the title takes on a wide screen. */
  readonly share: 'four' | 'five';
  readonly title: ReactNode;
  readonly children: ReactNode;
}

/** A title and, beside it on a wide screen, what it announces; the title stays in view while that scrolls. */
export function TitleColumns({ share, title, children }: TitleColumnsProps) {
  return (
    <div className={`${styles.columns} ${styles[share]}`}>
      <div className={styles.title}>{title}</div>
      <div>{children}</div>
    </div>
  );
}
