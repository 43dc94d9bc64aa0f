import styles from './WordPlaque.module.css';

interface WordPlaqueProps {
  /** The city of the language version: decoration, not part of the heading's text. */
  readonly city: string;
  readonly word: string;
}

/** An enamel street sign with the last word of the hero's headline. */
export function WordPlaque({ city, word }: WordPlaqueProps) {
  return (
    <span className={styles.plaque}>
      <span className={styles.city} aria-hidden="true">
        {city}
      </span>
      {word}
    </span>
  );
}
