import type { ReactNode } from 'react';
import { Container } from '../Container/Container.tsx';
import { classNames } from '../classNames.ts';
import { Heading } from '../Heading/Heading.tsx';
import { Lead } from '../Lead/Lead.tsx';
import styles from './PageHead.module.css';

interface PageHeadProps {
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  /** A drawing that stands on the ground line. */
  readonly art?: ReactNode;
  /** The ground line; off where something else takes its place. */
  readonly ground?: boolean | undefined;
  /** No room under the text: what follows brings its own. */
  readonly flush?: boolean | undefined;
  /** Below the lead. */
  readonly children?: ReactNode;
}

/** The top of a page: its title under the sky, behind the navigation bar. */
export function PageHead({ title, lead, art, ground = true, flush, children }: PageHeadProps) {
  return (
    <header className={classNames(styles.head, ground && styles.ground)}>
      <Container className={classNames(styles.layout, art !== undefined && styles.withArt)}>
        <div className={classNames(styles.text, flush && styles.flush)}>
          <Heading level={1}>{title}</Heading>
          {lead && <Lead className={styles.lead}>{lead}</Lead>}
          {children}
        </div>
        {art && <div className={styles.art}>{art}</div>}
      </Container>
    </header>
  );
}
