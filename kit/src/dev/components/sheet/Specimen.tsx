import type { ReactNode } from 'react';

interface SpecimenProps {
  /** What is shown, and in which state. */
  readonly label: string;
  /** Shows what is inside as if the pointer or the keyboard were there: see `forceStates`. */
  readonly state?: 'hover' | 'focus-visible' | 'active';
  /** Takes the whole width. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** One component in one state. */
export function Specimen({ label, state, wide, children }: SpecimenProps) {
  return (
    <figure className={wide ? 'specimen specimen-wide' : 'specimen'} data-state={state}>
      <figcaption className="specimen-label">{label}</figcaption>
      <div className="specimen-stage">{children}</div>
    </figure>
  );
}
