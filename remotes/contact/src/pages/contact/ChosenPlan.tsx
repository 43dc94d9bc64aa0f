import { PlanHouse } from '@site/company/drawings/PlanHouse.tsx';
import { type PlanId, plans } from '@site/company/plans.ts';
import { TextLink, VisuallyHidden } from '@site/shared';
import { useTranslation } from 'react-i18next';
import styles from './ChosenPlan.module.css';

/** Above the form: the plan that a visitor asks for, and the way back to the others. */
export function ChosenPlan({ id }: { readonly id: PlanId }) {
  const { t } = useTranslation('contact');
  const plan = planName(id);
  return (
    <div className={styles.plan}>
      <div className={styles.house}>
        <PlanHouse plan={id} eager />
      </div>
      <p>
        <strong>{plan}</strong>
        <br />
        {t('contact.planPrice', { amount: plans[id].monthlyPrice })}
      </p>
      <TextLink page="pricing" hash={id} className={styles.change}>
        {t('contact.planChange')}
        <VisuallyHidden> {t('contact.planChangeOf', { plan })}</VisuallyHidden>
      </TextLink>
    </div>
  );
}

/** A plan's name, in the words of the pricing page: `starter` is the plan Starter. */
export const planName = (id: PlanId): string => id.charAt(0).toUpperCase() + id.slice(1);
