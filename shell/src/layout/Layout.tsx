import type { Language } from '@site/shared';
import { routeOf } from '@site/shared/routes/table.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Slot } from '../fragments/Slot.tsx';
import { ClosingBand, EveningStrip } from './closing.tsx';
import { Footer } from './Footer.tsx';
import { GoToTop } from './GoToTop.tsx';
import styles from './Layout.module.css';
import type { LayoutPage } from './missingLanguages.ts';
import { NavigationBar } from './NavigationBar.tsx';
import skipStyles from './SkipLink.module.css';
import { useSiteRoutes } from './siteRoutes.ts';

interface LayoutProps {
  readonly page: LayoutPage;
  readonly closing: 'invitation' | 'strip';
  readonly language: Language;
  readonly children: ReactNode;
}

/** The frame of every page: navigation bar above, closing and footer below. */
export function Layout({ page, closing, language, children }: LayoutProps) {
  const routes = useSiteRoutes();
  return (
    <>
      <SkipLink />
      <NavigationBar page={page} language={language} />
      <div className={page === 'not-found' ? styles.wholeDay : undefined}>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <Slot name="above-footer" />
        {closing === 'invitation' && routeOf(routes, 'contact') ? <ClosingBand /> : <EveningStrip />}
      </div>
      <Footer />
      <GoToTop />
    </>
  );
}

/** The first stop of the keyboard: skips the navigation. */
function SkipLink() {
  const { t } = useTranslation('shell');
  return (
    <a className={skipStyles.link} href="#main">
      {t('common.skipToContent')}
    </a>
  );
}
