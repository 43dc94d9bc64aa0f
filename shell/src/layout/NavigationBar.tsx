import { ButtonLink, Container, type Language, List, Logo, PageLink } from '@site/shared';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useIsThere } from './goneRemotes.ts';
import { LanguageLinks } from './LanguageLinks.tsx';
import type { LayoutPage } from './Layout.tsx';
import { Menu } from './Menu.tsx';
import styles from './NavigationBar.module.css';
import { currentLink, navigationPages } from './navigationPages.ts';
import { useScrolledPast } from './useScrolledPast.ts';

interface NavigationBarProps {
  readonly page: LayoutPage;
  readonly language: Language;
}

/** The bar at the top of every page: logo, pages, languages and contact. Below 1024 px it folds into a menu. */
export function NavigationBar({ page, language }: NavigationBarProps) {
  const { t } = useTranslation('shell');
  const isThere = useIsThere();
  const location = useLocation();
  const scrolled = useScrolledPast(0);
  return (
    <header id="top" tabIndex={-1} className={styles.header} data-scrolled={scrolled}>
      <Container className={styles.bar}>
        <PageLink href="/" className={styles.home} aria-label={t('navigation.home')}>
          <Logo className={styles.logo} />
        </PageLink>
        <nav className={styles.wide} aria-label={t('navigation.label')}>
          <List className={styles.pages}>
            {navigationPages.filter(isThere).map((name) => (
              <li key={name}>
                <PageLink page={name} className={styles.page} aria-current={currentLink(name, page)}>
                  {t(`navigation.${name}`)}
                </PageLink>
              </li>
            ))}
          </List>
          <LanguageLinks language={language} look="bar" />
        </nav>
        <div className={styles.contact}>
          {isThere('contact') && (
            <ButtonLink page="contact" size="small">
              {t('navigation.contact')}
            </ButtonLink>
          )}
        </div>
        {/* A new menu, which is closed, for every place that the visitor goes to. */}
        <Menu key={location.key} page={page} language={language} />
      </Container>
    </header>
  );
}
