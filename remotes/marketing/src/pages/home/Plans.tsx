import { Section, SectionHead } from '@site/shared';
import { useTranslation } from 'react-i18next';
import { PlanList } from '../../components/PlanList/PlanList.tsx';

const titleId = 'plans-title';

/** The three plans, each leading to the pricing page. */
export function Plans() {
  const { t } = useTranslation('marketing');
  return (
    <Section tone="band" labelledBy={titleId}>
      <SectionHead id={titleId} title={t('home.plans.title')} lead={t('home.plans.lead')} />
      <PlanList page="pricing" label={t('home.plans.see')} headingLevel={3} />
    </Section>
  );
}
