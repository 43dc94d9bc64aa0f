import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import numberStyles from './NumberPlaque.module.css';
import wordStyles from './WordPlaque.module.css';

interface NumberPlaqueProps {
  readonly size?: 'regular' | 'small' | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A house-number plate, for what has an order. */
export function NumberPlaque({ size = 'regular', className, children }: NumberPlaqueProps) {
  return <span className={classNames(numberStyles.plaque, numberStyles[size], className)}>{children}</span>;
}

interface WordPlaqueProps {
  /** The city of the language version: decoration, not part of the heading's text. */
  readonly city: string;
  readonly word: string;
}

/**
 * An enamel street sign with the last word of the hero's headline. Firefox balances the lines of a heading only when no
 * box is its own child: hence the span around the sign.
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
