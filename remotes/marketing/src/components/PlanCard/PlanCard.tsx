import { Badge, Card, CheckList, Heading, Illustration } from '@site/shared';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { featuredPlan, type PlanId, plans } from '../../data/plans.ts';
import companyIllustration from '../../illustrations/plan-company.svg';
import enterpriseIllustration from '../../illustrations/plan-enterprise.svg';
import starterIllustration from '../../illustrations/plan-starter.svg';
import styles from './PlanCard.module.css';

const drawings: Readonly<Record<PlanId, string>> = {
  starter: starterIllustration,
  company: companyIllustration,
  enterprise: enterpriseIllustration,
};

interface PlanCardProps {
  readonly id: PlanId;
  /** The link at the foot. */
  readonly action: ReactNode;
  readonly headingLevel: 2 | 3;
}

/** A plan with its building, price and services. */
export function PlanCard({ id, action, headingLevel }: PlanCardProps) {
  const { t } = useTranslation('marketing');
  const { monthlyPrice, updateMonths } = plans[id];
  const isFeatured = id === featuredPlan;
  const services = [
    t(`plans.${id}.services.first`),
    t(`plans.${id}.services.second`),
    t(`plans.${id}.services.third`),
    t('plans.freeUpdates', { months: updateMonths }),
  ];

  return (
    <Card
      as="article"
      turns
      chosen={isFeatured}
      className={styles.card}
      illustration={
        <div className={styles.illustration}>
          {isFeatured && (
            <Badge tone="accent" className={styles.badge}>
              {t('plans.featured')}
            </Badge>
          )}
          <Illustration src={drawings[id]} width={248} height={166} />
        </div>
      }
    >
      <Heading level={headingLevel} look="h3">
        {t(`plans.${id}.name`)}
      </Heading>
      <p className={styles.description}>{t(`plans.${id}.description`)}</p>
      <p className={styles.price}>
        <span className={styles.amount}>
          {t('plans.price', { symbol: t('plans.currencySymbol'), amount: monthlyPrice })}
        </span>{' '}
        <span className={styles.period}>{t('plans.perPeriod', { period: t('plans.period') })}</span>
      </p>
      <CheckList items={services} className={styles.services} />
      <div className={styles.action}>{action}</div>
    </Card>
  );
}
