import { Header as OwnHeader } from '@site/company/parts.ts';
import type { Language } from '@site/shared';
import { routeOf } from '@site/shared/routes/table.ts';
import { classNames } from '@site/shared/ui/classNames.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Slot } from '../fragments/Slot.tsx';
import { ClosingBand, EveningStrip } from './closing.tsx';
import { Footer } from './Footer.tsx';
import { GoToTop } from './GoToTop.tsx';
import { Header } from './Header.tsx';
import styles from './Layout.module.css';
import type { LayoutPage } from './missingLanguages.ts';
import skipStyles from './SkipLink.module.css';
import { useSiteRoutes } from './siteRoutes.ts';

interface LayoutProps {
  readonly page: LayoutPage;
  readonly closing: 'invitation' | 'strip';
  readonly language: Language;
  readonly children: ReactNode;
}

/** The frame of every page: header above, closing and footer below. */
export function Layout({ page, closing, language, children }: LayoutProps) {
  const routes = useSiteRoutes();
  return (
    <>
      <SkipLink />
      <Header page={page} language={language} />
      <div
        className={
          classNames(page === 'not-found' && styles.wholeDay, OwnHeader !== undefined && styles.belowHeader) ||
          undefined
        }
      >
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <Slot name="above-footer" />
        {closing === 'invitation' && routeOf(routes, 'contact') ? <ClosingBand /> : <EveningStrip />}
      </div>
      <Footer language={language} />
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
