import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './NumberPlaque.module.css';

interface NumberPlaqueProps {
  readonly size?: 'regular' | 'small' | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A house-number plate, for what has an order. */
export function NumberPlaque({ size = 'regular', className, children }: NumberPlaqueProps) {
  return <span className={classNames(styles.plaque, styles[size], className)}>{children}</span>;
}
