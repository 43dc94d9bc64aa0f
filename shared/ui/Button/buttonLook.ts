import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './Button.module.css';

/** How a button looks, whether it is a button or a link. */
export interface ButtonLook {
  /** Primary: the one action that matters, with a lit window at its end. */
  readonly variant?: 'primary' | 'secondary' | undefined;
  readonly size?: 'regular' | 'small' | undefined;
  /** Takes the whole width, with label and icon at its ends. */
  readonly wide?: boolean | undefined;
  /** Stands in the lit window instead of the arrow. */
  readonly icon?: ReactNode;
  readonly className?: string | undefined;
}

/** The class names of a look. */
export function buttonClass({ variant = 'primary', size = 'regular', wide, className }: ButtonLook): string {
  return classNames(styles.button, styles[variant], size === 'small' && styles.small, wide && styles.wide, className);
}
