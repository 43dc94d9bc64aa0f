import { type Language, List, languageNames, languages, type PageName } from '@site/shared';
import { storeLanguage } from '@site/shared/i18n/detect.ts';
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
            to={`/${code}`}
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

/** The pages in the navigation bar and the menu. */
export const navigationPages = ['services', 'pricing', 'team', 'blog'] as const satisfies readonly PageName[];

/** The value of `aria-current` for a navigation link. An article marks the blog as its section. */
export function currentLink(link: PageName, page: LayoutPage): 'page' | 'true' | undefined {
  if (link === page) return 'page';
  return link === 'blog' && page === 'article' ? 'true' : undefined;
}
