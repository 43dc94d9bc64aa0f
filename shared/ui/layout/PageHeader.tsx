import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import { Heading, Lead } from '../text/text.tsx';
import pageHeaderStyles from './PageHeader.module.css';
import { Container } from './Section.tsx';

interface PageHeaderProps {
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  /** Stands on the ground line. */
  readonly illustration?: ReactNode;
  /** Whether there is a ground line. Default: true. */
  readonly ground?: boolean | undefined;
  /** No space below the text. */
  readonly flush?: boolean | undefined;
  /** Below the lead. */
  readonly children?: ReactNode;
}

/** The top of a page: title and lead on the sky, which extends behind the shell's bar. */
export function PageHeader({ title, lead, illustration, ground = true, flush, children }: PageHeaderProps) {
  return (
    <header className={classNames(pageHeaderStyles.head, ground && pageHeaderStyles.ground)}>
      <Container
        className={classNames(pageHeaderStyles.layout, illustration !== undefined && pageHeaderStyles.withIllustration)}
      >
        <div className={classNames(pageHeaderStyles.text, flush && pageHeaderStyles.flush)}>
          <Heading level={1}>{title}</Heading>
          {lead && <Lead className={pageHeaderStyles.lead}>{lead}</Lead>}
          {children}
        </div>
        {illustration && <div className={pageHeaderStyles.illustration}>{illustration}</div>}
      </Container>
    </header>
  );
}
