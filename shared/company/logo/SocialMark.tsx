import { classNames } from '@site/shared/ui/classNames.ts';
import styles from './SocialMark.module.css';

/** A social network that the site links to. */
export type SocialNetwork = 'linkedin' | 'github';

interface SocialMarkProps {
  readonly network: SocialNetwork;
  readonly className?: string | undefined;
}

/** The mark of a social network, in the colour of the text. Decoration: its link needs a name. */
export function SocialMark({ network, className }: SocialMarkProps) {
  return <span className={classNames(styles.mark, styles[network], className)} aria-hidden="true" />;
}
