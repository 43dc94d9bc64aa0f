import { MarkShapes } from '../Mark/Mark.tsx';
import { wordmark } from './wordmark.ts';

interface LogoProps {
  readonly className?: string | undefined;
}

/** Mark and wordmark. Its inks are `--logo-ink` and `--logo-lit`, so that a ground can change them. Decoration. */
export function Logo({ className }: LogoProps) {
  return (
    <svg className={className} width="158" height="32" viewBox="0 0 158 32" aria-hidden="true">
      <MarkShapes />
      <path fill="var(--logo-ink)" transform="translate(39.5 26.2) scale(.098)" d={wordmark} />
    </svg>
  );
}
