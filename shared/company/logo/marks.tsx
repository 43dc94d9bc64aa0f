import { markShapes, wordmark } from './shapes.ts';

interface LogoProps {
  readonly className?: string | undefined;
}

/** Mark and wordmark, in the colours `--logo-ink` and `--logo-lit`. Decoration. */
export function Logo({ className }: LogoProps) {
  return (
    <svg className={className} width="158" height="32" viewBox="0 0 158 32" aria-hidden="true">
      <MarkShapes />
      <path fill="var(--logo-ink)" transform="translate(39.5 26.2) scale(.196)" d={wordmark} />
    </svg>
  );
}

interface MarkProps {
  readonly className?: string | undefined;
}

/** The brand's mark: a gable with an arched, lit window. Decoration. */
export function Mark({ className }: MarkProps) {
  return (
    <svg className={className} width="32" height="32" viewBox="0 0 32 32" aria-hidden="true">
      <MarkShapes />
    </svg>
  );
}

function MarkShapes() {
  const { gable, window, upright, crossbar } = markShapes;
  return (
    <>
      <path fill="var(--logo-ink)" d={gable} />
      <path fill="var(--logo-lit)" d={window} />
      <path stroke="var(--logo-ink)" strokeWidth="2" fill="none" d={upright + crossbar} />
    </>
  );
}
