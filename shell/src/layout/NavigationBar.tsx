import { ButtonLink, Container, type Language, List, Logo, PageLink } from '@site/shared';
import { routeOf } from '@site/shared/routes/table.ts';
import { classNames } from '@site/shared/ui/classNames.ts';
import { useTranslation } from 'react-i18next';
import { Slot } from '../fragments/Slot.tsx';
import { useIsScrolled } from './GoToTop.tsx';
import { LanguageLinks } from './LanguageLinks.tsx';
import { Menu } from './Menu.tsx';
import type { LayoutPage } from './missingLanguages.ts';
import styles from './NavigationBar.module.css';
import { currentLink } from './siteLinks.ts';
import { useSiteRoutes } from './siteRoutes.ts';

interface NavigationBarProps {
  readonly page: LayoutPage;
  readonly language: Language;
}

/**
 * The bar at the top of every page: logo, pages, languages and contact. Below 64 em, and where it lacks room, a menu has them
 * all.
 */
export function NavigationBar({ page, language }: NavigationBarProps) {
  const { t } = useTranslation('shell');
  const routes = useSiteRoutes();
  const scrolled = useIsScrolled();
  return (
    <header id="top" tabIndex={-1} className={styles.header} data-scrolled={scrolled}>
      <Container className={classNames(styles.bar, routes.menu.length > 4 && styles.crowded)}>
        <PageLink href="/" className={styles.home} aria-label={t('navigation.home')}>
          <Logo className={styles.logo} />
        </PageLink>
        <nav className={styles.wide} aria-label={t('navigation.label')}>
          <List className={styles.pages}>
            {routes.menu.map(({ page: name, label }) => (
              <li key={name}>
                <PageLink page={name} className={styles.page} aria-current={currentLink(routes, name, page)}>
                  {label}
                </PageLink>
              </li>
            ))}
          </List>
          <LanguageLinks page={page} language={language} look="bar" />
        </nav>
        <Slot name="bar" />
        {routeOf(routes, 'contact') && (
          <div className={styles.contact}>
            <ButtonLink page="contact" size="small" aria-current={currentLink(routes, 'contact', page)}>
              {t('navigation.contact')}
            </ButtonLink>
          </div>
        )}
        <Menu page={page} language={language} />
      </Container>
    </header>
  );
}
