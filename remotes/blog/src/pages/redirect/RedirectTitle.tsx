import { Heading } from '@site/shared';
import styles from './RedirectTitle.module.css';

/** The page's title: smaller than other pages', since titles of articles are long. */
export function RedirectTitle({ children }: { readonly children: string }) {
  return (
    <Heading level={1} className={styles.title}>
      {children}
    </Heading>
  );
}
