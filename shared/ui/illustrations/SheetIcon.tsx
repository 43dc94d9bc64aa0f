import sheet from './icons.svg';

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

/** An icon in the colour of the text. Documents only refer to it: all are in one file, which loads later. Decoration. */
export function SheetIcon({ name }: SheetIconProps) {
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <use href={`${sheet}#${name}`} />
    </svg>
  );
}
