import { type Language, List, languageNames, languages } from '@site/shared';
import { storeLanguage } from '@site/shared/i18n/detect.ts';
import { RouterLink } from '@site/shared/ui/links/PageLink.tsx';
import { useTranslation } from 'react-i18next';
import styles from './LanguageLinks.module.css';

interface LanguageLinksProps {
  /** The active language. */
  readonly language: Language;
  readonly look: 'bar' | 'menu';
}

/** The three language buttons: links to each language's home page that make the browser remember the choice. */
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
