import { VisuallyHidden } from '@site/shared';
import { useTranslation } from 'react-i18next';

const lastSeconds = 3;

interface CountdownAnnouncementProps {
  readonly total: number;
  readonly left: number;
  readonly stopped: boolean;
}

/** Tells screen readers the time left at the start and in the last seconds: each second would talk over the page. */
export function CountdownAnnouncement({ total, left, stopped }: CountdownAnnouncementProps) {
  const { t } = useTranslation('blog');
  // A live region is read when it changes, so the first announcement comes with the first tick.
  const isTold = left === total - 1 || left <= lastSeconds;
  return (
    <VisuallyHidden>
      <span role="status">{!stopped && isTold && left > 0 && t('redirect.opensIn', { count: left })}</span>
    </VisuallyHidden>
  );
}
