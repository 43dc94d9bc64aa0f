import { classNames } from '../classNames.ts';
import { DirectionArrow } from '../links/DirectionArrow.tsx';
import { directionOf } from '../links/LinkTarget.ts';
import { type LinkProps, PageLink } from '../links/PageLink.tsx';
import styles from './GoLink.module.css';

/** A link that stands alone, with an arrow that shows where it leads. */
export function GoLink({ className, children, ...link }: LinkProps) {
  return (
    <PageLink {...link} className={classNames(styles.link, className)}>
      <span className={styles.label}>{children}</span>
      <DirectionArrow direction={directionOf(link)} />
    </PageLink>
  );
}
