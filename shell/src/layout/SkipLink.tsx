import { useTranslation } from 'react-i18next';
import styles from './SkipLink.module.css';

/** The first stop of the keyboard: past the navigation, straight to the page. */
export function SkipLink() {
  const { t } = useTranslation('shell');
  return (
    <a className={styles.link} href="#main">
      {t('common.skipToContent')}
    </a>
  );
}
