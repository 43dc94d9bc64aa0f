import type { ReactNode } from 'react';
import styles from './CountdownRing.module.css';

const radius = 66;
const circumference = 2 * Math.PI * radius;

interface CountdownRingProps {
  /** Seconds at the start. */
  readonly total: number;
  /** Seconds left. */
  readonly left: number;
  /** What is being counted, for assistive technology. */
  readonly label: string;
  /** Stands in the middle instead of the seconds. */
  readonly children?: ReactNode;
}

/** A ring that empties clockwise from twelve o'clock, with the seconds left in the middle. */
export function CountdownRing({ total, left, label, children }: CountdownRingProps) {
  const share = total > 0 ? Math.min(Math.max(left / total, 0), 1) : 0;
  // The arc starts where the time already gone ends.
  const arc = { strokeDasharray: `${share * circumference} ${circumference}`, strokeLinecap: 'round' as const };
  return (
    <div className={styles.ring} role="timer" aria-label={label}>
      <svg viewBox="0 0 148 148" aria-hidden="true">
        <circle className={styles.track} cx="74" cy="74" r={radius} />
        {share > 0 && (
          <>
            <circle className={styles.edge} cx="74" cy="74" r={radius} {...arc} />
            <circle className={styles.arc} cx="74" cy="74" r={radius} {...arc} />
          </>
        )}
      </svg>
      <span className={styles.seconds}>{children ?? left}</span>
    </div>
  );
}
