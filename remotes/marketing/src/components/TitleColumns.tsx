import { NumberPlaque } from '@site/shared';
import type { ReactNode } from 'react';
import labelStyles from './NumberedLabel.module.css';
import styles from './TitleColumns.module.css';

interface TitleColumnsProps {
  /** How many of twelve columns the title takes on a wide screen. */
  readonly share: 'four' | 'five';
  readonly title: ReactNode;
  readonly children: ReactNode;
}

/** A title with its content, on a wide screen beside it. The title stays in view while the content scrolls. */
export function TitleColumns({ share, title, children }: TitleColumnsProps) {
  return (
    <div className={`${styles.columns} ${styles[share]}`}>
      <div className={styles.title}>{title}</div>
      <div>{children}</div>
    </div>
  );
}

interface NumberedLabelProps {
  readonly number: number;
  readonly children: ReactNode;
}

/** A house number and a name, above a title. */
export function NumberedLabel({ number, children }: NumberedLabelProps) {
  return (
    <p className={labelStyles.label}>
      <NumberPlaque size="small">{number}</NumberPlaque>
      {children}
    </p>
  );
}
