import { browserOnly, PageHeader, Section } from '@site/shared';
import { useTranslation } from 'react-i18next';

const HallMap = browserOnly(() => import('./HallMap.tsx'), { fallback: <div data-fallback="">A plan</div> });

/** Where things are in the hall. */
export function PlanPage() {
  const { t } = useTranslation('events');
  return (
    <>
      <PageHeader title={t('plan.title')} />
      <Section first>
        <HallMap />
      </Section>
    </>
  );
}
