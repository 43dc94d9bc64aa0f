import { markShapes } from './markShapes.ts';

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

/** The shapes of the mark on its grid of 32 × 32, for drawings that contain it. */
export function MarkShapes() {
  const { gable, window, upright, crossbar } = markShapes;
  return (
    <>
      <path fill="var(--logo-ink)" d={gable} />
      <path fill="var(--logo-lit)" d={window} />
      <path stroke="var(--logo-ink)" strokeWidth="2" fill="none" d={upright + crossbar} />
    </>
  );
}
