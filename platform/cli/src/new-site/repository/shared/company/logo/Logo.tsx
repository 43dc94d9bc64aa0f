import { brand } from '../brand.ts';

interface LogoProps {
  readonly className?: string | undefined;
}

/** About as wide as mark and name; a wider name isn't cut off. */
const width = 40 + brand.product.length * 13;

/** Mark and name. Decoration. */
export function Logo({ className }: LogoProps) {
  return (
    <svg className={className} width={width} height="32" viewBox={`0 0 ${width} 32`} overflow="visible" aria-hidden="true">
      <MarkShapes />
      <text x="40" y="24" fontFamily="var(--font-display)" fontWeight="700" fontSize="23" fill="var(--logo-ink)">
        {brand.product}
      </text>
    </svg>
  );
}

/** The mark alone. Decoration. */
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
      <rect x="2" y="2" width="28" height="28" rx="8" fill="var(--logo-ink)" />
      <circle cx="16" cy="16" r="6" fill="var(--logo-lit)" />
    </>
  );
}

/** A network where the company has an account: none yet. */
export type SocialNetwork = never;

/** The mark of a network. */
export const SocialMark = (_: LogoProps & { readonly network: SocialNetwork }) => null;
