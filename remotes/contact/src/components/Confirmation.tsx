import { Alert } from '@site/shared';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmationId } from '../pages/contact/sentQuery.ts';

/**
 * Says that the message has arrived, or that it takes another try. The live region is always there: assistive technology
 * speaks only of changes in it. It also takes the focus that the submit button leaves behind.
 */
export function Confirmation({ isSent, isRetrying }: { readonly isSent: boolean; readonly isRetrying: boolean }) {
  const { t } = useTranslation('contact');
  const region = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isSent) region.current?.focus();
  }, [isSent]);

  return (
    <div ref={region} id={confirmationId} role="status" tabIndex={-1}>
      {isRetrying && <p>{t('contact.form.retrying')}</p>}
      {isSent && <Alert tone="success">{t('contact.form.sent')}</Alert>}
    </div>
  );
}
