import { darkTheme, Heading, inDarkTheme, Lead, List, Section } from '@site/shared';
import { useTranslation } from 'react-i18next';
import cityNarrow from '../../illustrations/city-narrow.svg';
import cityWide from '../../illustrations/city-wide.svg';
import cityStyles from './City.module.css';
import styles from './Statistics.module.css';

const titleId = 'statistics-title';

const statisticIds = ['uptime', 'users', 'countries'] as const;

/** The figures that build trust; the first is drawn window by window. */
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

const isWide = '(min-width: 768px)';
const wideSize = { width: 1320, height: 540 };
const narrowSize = { width: 400, height: 610 };

/**
 * 99.99 % as a city: ten thousand windows, one of them dark, which the visitor can light. Tall on a phone, wide from 768 px.
 */
function City() {
  const { t } = useTranslation('marketing');
  return (
    <div className={cityStyles.city}>
      <picture>
        <source media={`screen and ${isWide} and ${darkTheme}`} srcSet={inDarkTheme(cityWide)} {...wideSize} />
        <source media={isWide} srcSet={cityWide} {...wideSize} />
        <source media={`screen and ${darkTheme}`} srcSet={inDarkTheme(cityNarrow)} {...narrowSize} />
        <img
          className={cityStyles.drawing}
          src={cityNarrow}
          {...narrowSize}
          alt={t('home.statistics.city')}
          loading="lazy"
          decoding="async"
        />
      </picture>
      <span className={cityStyles.label} aria-hidden="true">
        <span className={cityStyles.dark}>{t('home.statistics.dark')}</span>
        <span className={cityStyles.lit}>{t('home.statistics.lit')}</span>
      </span>
      <input type="checkbox" className={cityStyles.window} aria-label={t('home.statistics.light')} />
    </div>
  );
}
