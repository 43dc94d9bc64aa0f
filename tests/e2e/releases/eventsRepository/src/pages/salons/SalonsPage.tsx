import { PageHeader } from '@site/shared';
import { useTranslation } from 'react-i18next';

/** Fairs in France, which concern French readers alone. */
export function SalonsPage() {
  const { t } = useTranslation('events');
  return <PageHeader title={t('salons.title')} lead={t('salons.lead')} />;
}
