import { bubble, syllable, word } from './drawn.ts';

interface LogoProps {
  readonly className?: string | undefined;
}

/** Mark and wordmark. Decoration. */
export function Logo({ className }: LogoProps) {
  return (
    <svg className={className} width="100" height="32" viewBox="0 0 100 32" aria-hidden="true">
      <MarkShapes />
      <path fill="var(--logo-ink)" d={word} />
    </svg>
  );
}

/** The brand’s mark. Decoration. */
export function Mark({ className }: LogoProps) {
  return (
    <svg className={className} width="32" height="32" viewBox="0 0 32 32" aria-hidden="true">
      <MarkShapes />
    </svg>
  );
}

function MarkShapes() {
  return (
    <>
      <path fill="var(--logo-ink)" d={bubble} />
      <path fill="var(--logo-lit)" d={syllable} />
    </>
  );
}

/** The company has no accounts on social networks. */
export function SocialMark(_: LogoProps & { readonly network: never }) {
  return null;
}

export type SocialNetwork = never;
