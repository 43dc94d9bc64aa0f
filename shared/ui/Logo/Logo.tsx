import { MarkShapes } from '../Mark/Mark.tsx';
import { wordmark } from './wordmark.ts';

interface LogoProps {
  /** Its name for assistive technology; without one it is decoration. */
  readonly label?: string | undefined;
  readonly className?: string | undefined;
}

/** Mark and wordmark. Its inks are `--logo-ink` and `--logo-lit`, so that a ground can change them. */
export function Logo({ label, className }: LogoProps) {
  return (
    <svg
      className={className}
      width="158"
      height="32"
      viewBox="0 0 158 32"
      role="img"
      aria-label={label}
      aria-hidden={label === undefined}
    >
      <MarkShapes />
      <path fill="var(--logo-ink)" transform="translate(39.5 26.2) scale(.098)" d={wordmark} />
    </svg>
  );
}
