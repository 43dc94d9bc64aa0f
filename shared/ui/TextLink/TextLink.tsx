import { classNames } from '../classNames.ts';
import { type LinkProps, PageLink } from '../links/PageLink.tsx';
import styles from './TextLink.module.css';

/** A link in running text. */
export function TextLink({ className, ...link }: LinkProps) {
  return <PageLink {...link} className={classNames(styles.link, className)} />;
}
