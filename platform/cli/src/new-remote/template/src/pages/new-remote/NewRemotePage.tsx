import { CheckList, PageHeader, Section } from '@site/shared';
import { useTranslation } from 'react-i18next';

const steps = ['texts', 'page', 'release'] as const;

/** A first page, ready for content. */
export function NewRemotePage() {
  const { t } = useTranslation('new-remote');
  return (
    <>
      <PageHeader title={t('page.title')} lead={t('page.lead')} />
      <Section first>
        <CheckList items={steps.map((step) => t(`page.steps.${step}`))} />
      </Section>
    </>
  );
}
