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
  return (
    <>
      <path
        fill="var(--logo-ink)"
        d="M14.6 2.5a2.2 2.2 0 0 1 2.8 0l11 9.3a2.4 2.4 0 0 1 .85 1.85V27A3 3 0 0 1 26.25 30H5.75a3 3 0 0 1-3-3V13.65c0-.72.3-1.4.85-1.85z"
      />
      <path fill="var(--logo-lit)" d="M9.5 30V19.2a6.5 6.5 0 0 1 13 0V30z" />
      <path stroke="var(--logo-ink)" strokeWidth="2" fill="none" d="M16 12.5V30M9.5 21.5h13" />
    </>
  );
}
