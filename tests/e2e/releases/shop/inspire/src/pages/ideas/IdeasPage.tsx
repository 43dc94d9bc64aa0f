import { PageHeader } from '@site/shared';
import { useTranslation } from 'react-i18next';

export function IdeasPage() {
  const { t } = useTranslation('inspire');
  return <PageHeader title={t('ideas.title')} lead={t('ideas.lead')} />;
}
