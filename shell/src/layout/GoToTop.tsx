import { ArrowUp } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './GoToTop.module.css';

/** The round button back to the top of the page, hidden at the top. Documents go without it: it needs scripts. */
export function GoToTop() {
  const { t } = useTranslation('shell');
  const scrolled = useIsScrolled();
  const isHydrated = useIsHydrated();
  if (!isHydrated) return null;
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

const neverChanges = () => () => {};

/** Whether scripts have taken the server's HTML over. */
const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );

/** As of the last scroll event: asking the window would force a layout, even in the middle of a navigation. */
let isScrolled = false;

/** Whether the page is scrolled down. On the server it isn't. */
export function useIsScrolled(): boolean {
  return useSyncExternalStore(
    subscribeToScroll,
    () => isScrolled,
    () => false,
  );
}

function subscribeToScroll(notify: () => void): () => void {
  const onScroll = () => {
    isScrolled = window.scrollY > 0;
    notify();
  };
  onScroll();
  window.addEventListener('scroll', onScroll, { passive: true });
  return () => window.removeEventListener('scroll', onScroll);
}
