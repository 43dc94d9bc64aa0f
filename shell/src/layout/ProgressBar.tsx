import { useTranslation } from 'react-i18next';
import styles from './ProgressBar.module.css';

/** The thin lit bar at the top of the window while a page is on its way. */
export function ProgressBar({ active }: { readonly active: boolean }) {
  const { t } = useTranslation('shell');
  return active ? <div className={styles.bar} role="progressbar" aria-label={t('common.loading')} /> : null;
}
