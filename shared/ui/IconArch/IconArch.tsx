import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './IconArch.module.css';

interface IconArchProps {
  readonly size?: 'regular' | 'large' | undefined;
  readonly className?: string | undefined;
  /** An icon. */
  readonly children: ReactNode;
}

/** An arched, lit window with an icon in it. Decoration. */
export function IconArch({ size = 'regular', className, children }: IconArchProps) {
  return (
    <span className={classNames(styles.arch, styles[size], className)} aria-hidden="true">
      {children}
    </span>
  );
}
