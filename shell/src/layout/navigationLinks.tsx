import { type Language, List, languageNames, languages, type PageName } from '@site/shared';
import { storeLanguage } from '@site/shared/i18n/detect.ts';
import { type LanguageRoutes, routeOf } from '@site/shared/routes/table.ts';
import { RouterLink } from '@site/shared/ui/links/PageLink.tsx';
import { useTranslation } from 'react-i18next';
import styles from './LanguageLinks.module.css';

/** A page of the route table, or the 404 page. */
export type LayoutPage = PageName | 'not-found';

interface LanguageLinksProps {
  /** The active language. */
  readonly language: Language;
  readonly look: 'bar' | 'menu';
}

/** The language buttons: links to each language's home page that also store the choice. */
export function LanguageLinks({ language, look }: LanguageLinksProps) {
  const { t } = useTranslation('shell');
  return (
    <List className={styles[look]} aria-label={t('languages.title')}>
      {languages.map((code) => (
        <li key={code}>
          <RouterLink
            href={`/${code}`}
            className={styles.language}
            lang={code}
            hrefLang={code}
            aria-current={code === language ? 'true' : undefined}
            onClick={() => storeLanguage(code)}
          >
            {languageNames[code]}
          </RouterLink>
        </li>
      ))}
    </List>
  );
}

/** The value of `aria-current` for a navigation link. A page below the linked one, such as an article, marks that as its section. */
export function currentLink(table: LanguageRoutes, link: PageName, page: LayoutPage): 'page' | 'true' | undefined {
  if (link === page) return 'page';
  const [section, shown] = [link, page].map((name) => routeOf(table, name)?.paths[table.language]);
  return section && shown?.startsWith(`${section}/`) ? 'true' : undefined;
}
