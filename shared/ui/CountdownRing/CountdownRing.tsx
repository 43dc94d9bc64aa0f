import styles from './CountdownRing.module.css';

/** The circle, clockwise. As a path, since only paths may state a length in valid HTML. */
const circle = 'M140 74a66 66 0 1 1-132 0a66 66 0 1 1 132 0';

interface CountdownRingProps {
  /** Seconds at the start. */
  readonly total: number;
  /** Seconds left. */
  readonly left: number;
  /** What is being counted, for assistive technology. */
  readonly label: string;
}

/** A ring that empties clockwise from twelve o'clock, with the seconds left in the middle. */
export function CountdownRing({ total, left, label }: CountdownRingProps) {
  const share = total > 0 ? Math.min(Math.max(left / total, 0), 1) : 0;
  // pathLength makes the circle 100 long whatever its radius; the arc starts where the time already gone ends.
  const arc = { pathLength: 100, strokeDasharray: `${share * 100} 100`, strokeLinecap: 'round' as const };
  return (
    <div className={styles.ring} role="timer" aria-label={label}>
      <svg viewBox="0 0 148 148" aria-hidden="true">
        <path className={styles.track} d={circle} />
        {share > 0 && (
          <>
            <path className={styles.edge} d={circle} {...arc} />
            <path className={styles.arc} d={circle} {...arc} />
          </>
        )}
      </svg>
      <span className={styles.seconds}>{left}</span>
    </div>
  );
}
