import { type SocialNetwork, socialMarks } from './socialMarks.ts';

interface SocialMarkProps {
  readonly network: SocialNetwork;
  readonly className?: string | undefined;
}

/** The mark of a social network, in the colour of the text. Decoration: its link needs a name. */
export function SocialMark({ network, className }: SocialMarkProps) {
  return (
    <svg className={className} width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
      <path d={socialMarks[network]} fill="currentColor" />
    </svg>
  );
}
