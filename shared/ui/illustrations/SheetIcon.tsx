import { classNames } from '../classNames.ts';
import styles from './SheetIcon.module.css';

/** The icons in icons.svg, drawn by Lucide and named as there. */
export type SheetIconName =
  | 'blocks'
  | 'code-xml'
  | 'database-backup'
  | 'eye'
  | 'file-code-corner'
  | 'gauge'
  | 'panels-top-left'
  | 'piggy-bank'
  | 'plug-zap'
  | 'quote'
  | 'rotate-ccw-clock'
  | 'ruler'
  | 'scissors'
  | 'send'
  | 'sparkles'
  | 'timer'
  | 'trending-up'
  | 'users'
  | 'users-round'
  | 'waves-horizontal'
  | 'wrench';

interface SheetIconProps {
  readonly name: SheetIconName;
}

/** An icon in the colour of the text. All are in one file, which loads after the first paint. Decoration. */
export function SheetIcon({ name }: SheetIconProps) {
  return <span className={classNames(styles.icon, styles[name])} />;
}
