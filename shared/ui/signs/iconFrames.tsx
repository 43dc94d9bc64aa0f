import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import archStyles from './IconArch.module.css';
import tileStyles from './IconTile.module.css';

interface IconArchProps {
  readonly size?: 'regular' | 'large' | undefined;
  readonly className?: string | undefined;
  /** An icon. */
  readonly children: ReactNode;
}

/** An arched, lit window with an icon in it. Decoration. */
export function IconArch({ size = 'regular', className, children }: IconArchProps) {
  return (
    <span className={classNames(archStyles.arch, archStyles[size], className)} aria-hidden="true">
      {children}
    </span>
  );
}

interface IconTileProps {
  readonly className?: string | undefined;
  /** An icon. */
  readonly children: ReactNode;
}

/** A quiet tile with an icon in it. Decoration. */
export function IconTile({ className, children }: IconTileProps) {
  return (
    <span className={classNames(tileStyles.tile, className)} aria-hidden="true">
      {children}
    </span>
  );
}
