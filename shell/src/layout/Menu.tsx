import { ButtonLink, Container, type Language, List, PageLink, Street, VisuallyHidden } from '@site/shared';
import { routeOf } from '@site/shared/routes/table.ts';
import { ArrowRight, Menu as MenuIcon, X } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { LanguageLinks } from './LanguageLinks.tsx';
import styles from './Menu.module.css';
import type { LayoutPage } from './missingLanguages.ts';
import { currentLink } from './siteLinks.ts';
import { useSiteRoutes } from './siteRoutes.ts';

interface MenuProps {
  readonly page: LayoutPage;
  readonly language: Language;
}

/** The menu of small screens: a native disclosure, which works without JavaScript. */
export function Menu({ page, language }: MenuProps) {
  const { t } = useTranslation('shell');
  const routes = useSiteRoutes();
  const { menu, button } = useClosingMenu();
  return (
    // A visitor may have opened the menu before hydration.
    <details ref={menu} className={styles.menu} suppressHydrationWarning>
      <summary ref={button} className={styles.button}>
        <span className={styles.whenClosed}>
          <MenuIcon aria-hidden="true" />
          <VisuallyHidden>{t('navigation.openMenu')}</VisuallyHidden>
        </span>
        <span className={styles.whenOpen}>
          <X aria-hidden="true" />
          <VisuallyHidden>{t('navigation.closeMenu')}</VisuallyHidden>
        </span>
      </summary>
      <div className={styles.panel}>
        <Container className={styles.content}>
          <nav aria-label={t('navigation.label')}>
            <List>
              {routes.menu.map(({ page: name, label }) => (
                <li key={name} className={styles.row}>
                  <PageLink page={name} className={styles.page} aria-current={currentLink(routes, name, page)}>
                    {label}
                    <ArrowRight aria-hidden="true" />
                  </PageLink>
                </li>
              ))}
            </List>
          </nav>
          <p className={styles.title} aria-hidden="true">
            {t('languages.title')}
          </p>
          <LanguageLinks page={page} language={language} look="menu" />
          {routeOf(routes, 'contact') && (
            <ButtonLink page="contact" wide className={styles.contact}>
              {t('navigation.contact')}
            </ButtonLink>
          )}
        </Container>
        <Street className={styles.street} />
      </div>
    </details>
  );
}

interface ClosingMenu {
  readonly menu: RefObject<HTMLDetailsElement | null>;
  readonly button: RefObject<HTMLElement | null>;
}

/** Closes the menu on every navigation, on Escape, and when the focus moves to content that it covers. */
function useClosingMenu(): ClosingMenu {
  const menu = useRef<HTMLDetailsElement>(null);
  const button = useRef<HTMLElement>(null);
  const { key } = useLocation();

  useEffect(() => {
    const { current } = menu;
    return () => {
      if (current && key) current.open = false;
    };
  }, [key]);

  useEffect(() => {
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !menu.current?.open) return;
      menu.current.open = false;
      button.current?.focus();
    };
    const closeWhenFocusLeaves = ({ target }: FocusEvent) => {
      // The bar stays in view above the open menu: Tab moves through both.
      const bar = menu.current?.closest('header');
      if (menu.current?.open && target instanceof Node && !bar?.contains(target)) menu.current.open = false;
    };
    document.addEventListener('keydown', closeOnEscape);
    document.addEventListener('focusin', closeWhenFocusLeaves);
    return () => {
      document.removeEventListener('keydown', closeOnEscape);
      document.removeEventListener('focusin', closeWhenFocusLeaves);
    };
  }, []);

  return { menu, button };
}
