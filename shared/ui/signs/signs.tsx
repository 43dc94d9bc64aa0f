import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import { SheetIcon, type SheetIconName } from '../illustrations/SheetIcon.tsx';
import badgeStyles from './Badge.module.css';
import archStyles from './IconArch.module.css';
import tileStyles from './IconTile.module.css';
import numberStyles from './NumberPlaque.module.css';
import wordStyles from './WordPlaque.module.css';

interface BadgeProps {
  readonly tone?: 'neutral' | 'accent' | 'sample' | 'success' | 'error' | 'info' | undefined;
  /** Before the label. */
  readonly icon?: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A short label. */
export function Badge({ tone = 'neutral', icon, className, children }: BadgeProps) {
  return (
    <span className={classNames(badgeStyles.badge, badgeStyles[tone], className)}>
      {icon}
      {children}
    </span>
  );
}

interface NumberPlaqueProps {
  readonly size?: 'regular' | 'small' | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A house-number plate, for numbered things. */
export function NumberPlaque({ size = 'regular', className, children }: NumberPlaqueProps) {
  return <span className={classNames(numberStyles.plaque, numberStyles[size], className)}>{children}</span>;
}

interface WordPlaqueProps {
  /** The city of the language version. Decoration. */
  readonly city: string;
  readonly word: string;
}

/**
 * An enamel street sign with the last word of a headline. The outer span is for Firefox, which doesn't balance the lines of a
 * heading that has a box as a direct child.
 */
export function WordPlaque({ city, word }: WordPlaqueProps) {
  return (
    <span>
      <span className={wordStyles.plaque}>
        <span className={wordStyles.city} aria-hidden="true">
          {city}
        </span>
        {word}
      </span>
    </span>
  );
}

interface IconArchProps {
  readonly size?: 'regular' | 'large' | undefined;
  readonly className?: string | undefined;
  /** An icon of the shared sheet, which may arrive a moment later: for arches below the first screen. */
  readonly icon?: SheetIconName | undefined;
  /** An icon, otherwise. */
  readonly children?: ReactNode;
}

/** An arched, lit window with an icon in it. Decoration. */
export function IconArch({ size = 'regular', className, icon, children }: IconArchProps) {
  return (
    <span className={classNames(archStyles.arch, archStyles[size], className)} aria-hidden="true">
      {icon && <SheetIcon name={icon} />}
      {children}
    </span>
  );
}

interface IconTileProps {
  readonly className?: string | undefined;
  /** An icon of the shared sheet, which may arrive a moment later: for tiles below the first screen. */
  readonly icon?: SheetIconName | undefined;
  /** An icon, otherwise. */
  readonly children?: ReactNode;
}

/** A quiet tile with an icon in it. Decoration. */
export function IconTile({ className, icon, children }: IconTileProps) {
  return (
    <span className={classNames(tileStyles.tile, className)} aria-hidden="true">
      {icon && <SheetIcon name={icon} />}
      {children}
    </span>
  );
}
