import ringStyles from './CountdownRing.module.css';
import spinnerStyles from './Spinner.module.css';

interface SpinnerProps {
  /** What is loading, for assistive technology. */
  readonly label: string;
}

/** A loading indicator. */
export function Spinner({ label }: SpinnerProps) {
  return (
    <span className={spinnerStyles.spinner} role="status">
      <svg viewBox="0 0 44 44" role="img" aria-label={label}>
        <circle className={spinnerStyles.track} cx="22" cy="22" r="17.5" />
        <path className={spinnerStyles.edge} d="M22 4.5a17.5 17.5 0 0 1 17.5 17.5" />
        <path className={spinnerStyles.arc} d="M22 4.5a17.5 17.5 0 0 1 17.5 17.5" />
      </svg>
    </span>
  );
}

/** The circle, clockwise. A path, because in valid HTML only paths have `pathLength`. */
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
  // pathLength makes the circle 100 long; the arc starts where the elapsed time ends.
  const arc = { pathLength: 100, strokeDasharray: `${share * 100} 100`, strokeLinecap: 'round' as const };
  return (
    <div className={ringStyles.ring} role="timer" aria-label={label}>
      <svg viewBox="0 0 148 148" aria-hidden="true">
        <path className={ringStyles.track} d={circle} />
        {share > 0 && (
          <>
            <path className={ringStyles.edge} d={circle} {...arc} />
            <path className={ringStyles.arc} d={circle} {...arc} />
          </>
        )}
      </svg>
      <span className={ringStyles.seconds}>{left}</span>
    </div>
  );
}
