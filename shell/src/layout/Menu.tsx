import { ButtonLink, Container, type Language, List, PageLink, Street, VisuallyHidden } from '@site/shared';
import { ArrowRight, Menu as MenuIcon, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useIsThere } from './goneRemotes.ts';
import { LanguageLinks } from './LanguageLinks.tsx';
import type { LayoutPage } from './Layout.tsx';
import styles from './Menu.module.css';
import { currentLink, navigationPages } from './navigationPages.ts';
import { useClosingMenu } from './useClosingMenu.ts';

interface MenuProps {
  readonly page: LayoutPage;
  readonly language: Language;
}

/** The menu of small screens. A native disclosure, so that it opens and closes before, and without, JavaScript. */
export function Menu({ page, language }: MenuProps) {
  const { t } = useTranslation('shell');
  const isThere = useIsThere();
  const { menu, button } = useClosingMenu();
  return (
    // A visitor may have opened the menu before hydration: React must take it as it is.
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
              {navigationPages.filter(isThere).map((name) => (
                <li key={name} className={styles.row}>
                  <PageLink page={name} className={styles.page} aria-current={currentLink(name, page)}>
                    {t(`navigation.${name}`)}
                    <ArrowRight aria-hidden="true" />
                  </PageLink>
                </li>
              ))}
            </List>
          </nav>
          <p className={styles.title} aria-hidden="true">
            {t('languages.title')}
          </p>
          <LanguageLinks language={language} look="menu" />
          {isThere('contact') && (
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
