import type { Language, PageName } from '@site/shared';
import type { ReactNode } from 'react';
import { ClosingBand } from './ClosingBand.tsx';
import { EveningStrip } from './EveningStrip.tsx';
import { Footer } from './Footer.tsx';
import { GoToTop } from './GoToTop.tsx';
import { useIsThere } from './goneRemotes.ts';
import styles from './Layout.module.css';
import { NavigationBar } from './NavigationBar.tsx';
import { SkipLink } from './SkipLink.tsx';

/** What the layout surrounds: a page of the route table, or the 404 page. */
export type LayoutPage = PageName | 'not-found';

interface LayoutProps {
  readonly page: LayoutPage;
  readonly closing: 'invitation' | 'strip';
  readonly language: Language;
  readonly children: ReactNode;
}

/** What every page of the site stands in: the navigation bar above it, the evening and the footer below. */
export function Layout({ page, closing, language, children }: LayoutProps) {
  const isThere = useIsThere();
  return (
    <>
      <SkipLink />
      <NavigationBar page={page} language={language} />
      <div className={page === 'not-found' ? styles.wholeDay : undefined}>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        {closing === 'invitation' && isThere('contact') ? <ClosingBand /> : <EveningStrip />}
      </div>
      <Footer />
      <GoToTop />
    </>
  );
}
