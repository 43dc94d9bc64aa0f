import { Heading, Lead, List, Section } from '@site/shared';
import { useTranslation } from 'react-i18next';
import { City } from './City.tsx';
import styles from './Statistics.module.css';

const titleId = 'statistics-title';

const statisticIds = ['uptime', 'users', 'countries'] as const;

/** The figures that trust is built on, the first of them drawn window by window. */
export function Statistics() {
  const { t } = useTranslation('marketing');
  return (
    <Section tone="night" labelledBy={titleId}>
      <Heading level={2} id={titleId} className={styles.title}>
        {t('home.statistics.title')}
      </Heading>
      <Lead className={styles.lead}>{t('home.statistics.lead')}</Lead>
      <City />
      <List className={styles.statistics}>
        {statisticIds.map((id) => (
          <li key={id} className={styles.statistic}>
            <span className={styles.figure}>{t(`home.statistics.${id}.figure`)}</span>{' '}
            <span className={styles.label}>{t(`home.statistics.${id}.label`)}</span>
          </li>
        ))}
      </List>
    </Section>
  );
}
