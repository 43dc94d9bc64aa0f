import { Container, languageNames, languages } from '@site/shared';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './LanguageNote.module.css';
import { type LayoutPage, missingLanguages } from './missingLanguages.ts';
import { useSiteRoutes } from './siteRoutes.ts';

/** The note's id: it describes the buttons of the languages that it doesn't name. */
export const languageNoteId = 'language-note';

/** Marks where the message lists the languages: each name becomes an element with a `lang` of its own. */
const hole = '\0';

/** Says which languages the page is in, above it. Nothing on a page that is in all. */
export function LanguageNote({ page }: { readonly page: LayoutPage }) {
  const { t } = useTranslation('shell');
  const missing = missingLanguages(useSiteRoutes(), page);
  if (missing.length === 0) return null;
  const available = languages.filter((language) => !missing.includes(language));
  const [before, after] = t('languageNote.available', { languages: hole }).split(hole);
  return (
    <Container>
      <p id={languageNoteId} className={styles.note}>
        {before}
        {available.map((language, index) => (
          <Fragment key={language}>
            {index > 0 && ', '}
            <span lang={language}>{languageNames[language]}</span>
          </Fragment>
        ))}
        {after}
      </p>
    </Container>
  );
}
