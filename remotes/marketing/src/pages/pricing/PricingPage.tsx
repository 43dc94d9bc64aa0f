import { Illustration, LinkedText, PageHeader, Section } from '@site/shared';
import { textOf } from '@site/shared/facts.ts';
import { SampleMark } from '@site/shared/ui/signs/SampleMark.tsx';
import { useTranslation } from 'react-i18next';
import { PlanList } from '../../components/PlanList.tsx';

import { contractTerms } from '../../data/contractTerms.ts';
import movingScene from '../../illustrations/scene-moving.svg';
import styles from './PricingPage.module.css';

/** The pricing page: the plans, each leading to the contact page, and the offer of a tailor-made one. */
export function PricingPage() {
  const { t } = useTranslation('marketing');
  return (
    <>
      <PageHeader
        title={t('pricing.title')}
        lead={t('pricing.lead')}
        illustration={<Illustration src={movingScene} width={560} height={250} eager />}
      />
      <Section first>
        <PlanList to="contact" labelOf={(plan) => t('pricing.start', { plan })} headingLevel={2} />
        <p className={styles.note}>{t('pricing.included')}</p>
        <p className={styles.note}>{t('pricing.terms')}</p>
        <ContractTerms />
        <p className={styles.note}>{t('pricing.updates')}</p>
        <p className={styles.note}>
          <LinkedText text={t('pricing.tailorMade')} page="contact" />
        </p>
      </Section>
    </>
  );
}

/** How long a plan runs, how it ends, and how it is paid. */
function ContractTerms() {
  const { t } = useTranslation('marketing');
  const { minimumMonths, noticeDays } = contractTerms;
  return (
    <p className={styles.note}>
      {t('pricing.contract', { count: Number(textOf(minimumMonths)), days: textOf(noticeDays) })}{' '}
      <SampleMark of={[minimumMonths, noticeDays]} />
    </p>
  );
}
