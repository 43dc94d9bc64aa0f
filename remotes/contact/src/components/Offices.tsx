import { List, languages, Section, SectionHead } from '@site/shared';
import { useTranslation } from 'react-i18next';
import { offices } from '../data/offices.ts';
import { OfficeCard } from './OfficeCard.tsx';
import styles from './Offices.module.css';
import { StudioMap } from './StudioMap.tsx';

const titleId = 'offices-title';

/** The three offices, and the map of the one that speaks the visitor's language. */
export function Offices() {
  const { t } = useTranslation('contact');
  return (
    <Section tone="band" labelledBy={titleId}>
      <SectionHead id={titleId} title={t('contact.offices.title')} lead={t('contact.offices.lead')} />
      <List className={styles.cards}>
        {languages.map((language) => (
          <OfficeCard key={language} office={offices[language]} />
        ))}
      </List>
      <StudioMap />
    </Section>
  );
}
