import { darkTheme, inDarkTheme } from '@site/shared';
import { useTranslation } from 'react-i18next';
import cityNarrow from '../../illustrations/city-narrow.svg';
import cityWide from '../../illustrations/city-wide.svg';
import styles from './City.module.css';

const isWide = '(min-width: 768px)';
const wideSize = { width: 1320, height: 540 };
const narrowSize = { width: 400, height: 610 };

/** 99.99% as a city: ten thousand windows, one of them dark. High and narrow on a phone, wide from 768 px. */
export function City() {
  const { t } = useTranslation('marketing');
  return (
    <div className={styles.city}>
      <picture>
        <source media={`${isWide} and ${darkTheme}`} srcSet={inDarkTheme(cityWide)} {...wideSize} />
        <source media={isWide} srcSet={cityWide} {...wideSize} />
        <source media={darkTheme} srcSet={inDarkTheme(cityNarrow)} {...narrowSize} />
        <img
          className={styles.drawing}
          src={cityNarrow}
          {...narrowSize}
          alt={t('home.statistics.city')}
          loading="lazy"
          decoding="async"
        />
      </picture>
      <span className={styles.label} aria-hidden="true">
        {t('home.statistics.dark')}
      </span>
    </div>
  );
}
