import { Button } from '@site/shared';
import { useTranslation } from 'react-i18next';
import styles from './Unreachable.module.css';

interface UnreachableProps {
  /** How often the page could not be loaded: each time is announced. */
  readonly times: number;
  readonly onRetry: () => void;
}

/** Says, on the current page, that the next one can't be loaded. */
export function Unreachable({ times, onRetry }: UnreachableProps) {
  const { t } = useTranslation('shell');
  return (
    <div className={styles.message} role="alert">
      <p key={times}>{t('common.unreachable')}</p>
      <Button variant="secondary" size="small" onClick={onRetry}>
        {t('common.tryAgain')}
      </Button>
    </div>
  );
}
