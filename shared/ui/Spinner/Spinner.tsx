import styles from './Spinner.module.css';

interface SpinnerProps {
  /** What is awaited, for assistive technology. */
  readonly label: string;
}

/** Something is on its way. */
export function Spinner({ label }: SpinnerProps) {
  return (
    <span className={styles.spinner} role="status">
      <svg viewBox="0 0 44 44" role="img" aria-label={label}>
        <circle className={styles.track} cx="22" cy="22" r="17.5" />
        <path className={styles.edge} d="M22 4.5a17.5 17.5 0 0 1 17.5 17.5" />
        <path className={styles.arc} d="M22 4.5a17.5 17.5 0 0 1 17.5 17.5" />
      </svg>
    </span>
  );
}
