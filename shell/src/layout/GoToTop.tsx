import { ArrowUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './GoToTop.module.css';
import { useScrolledPast } from './useScrolledPast.ts';

/** The round button back to the top of the page. There is none while the page is at its top. */
export function GoToTop() {
  const { t } = useTranslation('shell');
  const scrolled = useScrolledPast(0);
  return (
    <button
      type="button"
      className={styles.button}
      data-shown={scrolled}
      aria-label={t('common.goToTop')}
      onClick={goToTop}
    >
      <ArrowUp aria-hidden="true" strokeWidth={2} />
    </button>
  );
}

/** The base styles say whether scrolling is smooth. The focus goes along, so that Tab goes on from the top. */
function goToTop() {
  window.scrollTo({ top: 0 });
  document.getElementById('top')?.focus({ preventScroll: true });
}
