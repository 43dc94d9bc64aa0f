import styles from './WordPlaque.module.css';

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
      <span className={styles.plaque}>
        <span className={styles.city} aria-hidden="true">
          {city}
        </span>
        {word}
      </span>
    </span>
  );
}
