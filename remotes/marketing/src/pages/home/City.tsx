import { useTranslation } from 'react-i18next';
import cityNarrow from '../../art/city-narrow.svg';
import cityWide from '../../art/city-wide.svg';
import styles from './City.module.css';

/** 99.99% as a city: ten thousand windows, one of them dark. High and narrow on a phone, wide from 768 px. */
export function City() {
  const { t } = useTranslation('marketing');
  return (
    <div className={styles.city}>
      <picture>
        <source media="(min-width: 768px)" srcSet={cityWide} width={1320} height={540} />
        <img
          className={styles.drawing}
          src={cityNarrow}
          width={400}
          height={610}
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
