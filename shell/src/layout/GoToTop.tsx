import { ArrowUp } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './GoToTop.module.css';

/** The round button back to the top of the page, hidden at the top. */
export function GoToTop() {
  const { t } = useTranslation('shell');
  const scrolled = useIsScrolled();
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

/** Whether scrolling is smooth depends on the base styles. The focus moves too, so that Tab continues from the top. */
function goToTop() {
  window.scrollTo({ top: 0 });
  document.getElementById('top')?.focus({ preventScroll: true });
}

/** Whether the page is scrolled down. On the server it isn't. */
export function useIsScrolled(): boolean {
  return useSyncExternalStore(
    subscribeToScroll,
    () => window.scrollY > 0,
    () => false,
  );
}

function subscribeToScroll(notify: () => void): () => void {
  window.addEventListener('scroll', notify, { passive: true });
  return () => window.removeEventListener('scroll', notify);
}
