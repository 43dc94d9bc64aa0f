import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './IconTile.module.css';

interface IconTileProps {
  readonly className?: string | undefined;
  /** An icon. */
  readonly children: ReactNode;
}

/** A quiet tile with an icon in it. Decoration. */
export function IconTile({ className, children }: IconTileProps) {
  return (
    <span className={classNames(styles.tile, className)} aria-hidden="true">
      {children}
    </span>
  );
}
