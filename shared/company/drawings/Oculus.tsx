interface OculusProps {
  readonly className?: string | undefined;
}

/** The zero of 404: a lit round window with a cat in it. Decoration. */
export function Oculus({ className }: OculusProps) {
  return (
    <svg className={className} viewBox="0 0 200 240" aria-hidden="true">
      <ellipse cx="100" cy="120" rx="92" ry="116" fill="currentColor" />
      <ellipse cx="100" cy="120" rx="70" ry="94" fill="var(--i-lit)" />
      <path d="M100 24v192M28 120h144" stroke="currentColor" strokeWidth="7" />
      <g stroke="var(--color-on-accent)" strokeLinecap="round" fill="none">
        <path
          d="M106 192c-30 0-36-34-24-58l-4-34 22 15h16l22-15-4 34c12 22 12 58-28 58z"
          fill="var(--color-on-accent)"
          stroke="none"
        />
        <path d="M132 186q34 6 30-26" strokeWidth="9" />
        <path d="M96 128v.1M118 128v.1" stroke="var(--i-lit)" strokeWidth="6" />
      </g>
    </svg>
  );
}
