import { type Language, List } from '@site/shared';
import { RouterLink } from '@site/shared/ui/links/PageLink.tsx';
import { useTranslation } from 'react-i18next';
import styles from './LanguageLinks.module.css';
import type { LayoutPage } from './missingLanguages.ts';
import { languageLinks } from './siteLinks.ts';
import { useSiteRoutes } from './siteRoutes.ts';

interface LanguageLinksProps {
  readonly page: LayoutPage;
  /** The active language. */
  readonly language: Language;
  readonly look: 'bar' | 'menu';
}

/** The language buttons, which also store the choice. */
export function LanguageLinks({ page, language, look }: LanguageLinksProps) {
  const { t } = useTranslation('shell');
  return (
    <List className={styles[look]} aria-label={t('languages.title')}>
      {languageLinks(useSiteRoutes(), page, language).map(({ name, link }) => (
        <li key={name}>
          <RouterLink {...link} className={styles.language}>
            {name}
          </RouterLink>
        </li>
      ))}
    </List>
  );
}
