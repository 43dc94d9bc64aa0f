import { type Language, List, languageNames, languages, type PageName } from '@site/shared';
import { storeLanguage } from '@site/shared/i18n/detect.ts';
import { homePath } from '@site/shared/routes/path.ts';
import { type LanguageRoutes, routeOf } from '@site/shared/routes/table.ts';
import { RouterLink } from '@site/shared/ui/links/PageLink.tsx';
import { useTranslation } from 'react-i18next';
import styles from './LanguageLinks.module.css';
import { languageNoteId } from './LanguageNote.tsx';
import { type LayoutPage, missingLanguages, nearestPath } from './missingLanguages.ts';
import { useSiteRoutes } from './siteRoutes.ts';

interface LanguageLinksProps {
  readonly page: LayoutPage;
  /** The active language. */
  readonly language: Language;
  readonly look: 'bar' | 'menu';
}

/**
 * The language buttons: links to each language's home page that also store the choice. From a page that isn't in a language,
 * its button leads to the nearest page that is.
 */
export function LanguageLinks({ page, language, look }: LanguageLinksProps) {
  const { t } = useTranslation('shell');
  const routes = useSiteRoutes();
  const missing = missingLanguages(routes, page);
  return (
    <List className={styles[look]} aria-label={t('languages.title')}>
      {languages.map((code) => (
        <li key={code}>
          <RouterLink
            href={missing.includes(code) ? nearestPath(routes, page, code) : homePath(code)}
            className={styles.language}
            lang={code}
            hrefLang={code}
            aria-current={code === language ? 'true' : undefined}
            aria-describedby={missing.includes(code) ? languageNoteId : undefined}
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
