import { NumberPlaque } from '@site/shared';
import type { ReactNode } from 'react';
import styles from './NumberedLabel.module.css';

interface NumberedLabelProps {
  readonly number: number;
  readonly children: ReactNode;
}

/** The house number and the name of what follows, above its title. */
export function NumberedLabel({ number, children }: NumberedLabelProps) {
  return (
    <p className={styles.label}>
      <NumberPlaque size="small">{number}</NumberPlaque>
      {children}
    </p>
  );
}
