import { PlanHouse } from '@site/company/drawings/PlanHouse.tsx';
import { featuredPlan, type PlanId, planIds, plans } from '@site/company/plans.ts';
import { Badge, ButtonLink, Card, CheckList, Heading, List, siteHas } from '@site/shared';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import cardStyles from './PlanCard.module.css';
import styles from './PlanList.module.css';

interface PlanListProps {
  /** Where the buttons of the cards lead: to the plan's own card on the pricing page, or to a message about it. */
  readonly to: 'pricing' | 'contact';
  /** What the buttons say about a plan. */
  readonly labelOf: (plan: string) => string;
  readonly headingLevel: 2 | 3;
}

/** The plans side by side. Only the featured one has a primary button; none has one where nobody can write. */
export function PlanList({ to, labelOf, headingLevel }: PlanListProps) {
  const { t } = useTranslation('marketing');
  const isPossible = to === 'pricing' || siteHas('messages');
  return (
    <List className={styles.list}>
      {planIds.map((id) => (
        <li key={id}>
          <PlanCard
            id={id}
            headingLevel={headingLevel}
            action={
              isPossible && (
                <ButtonLink
                  {...(to === 'pricing' ? { page: to, hash: id } : { page: to, query: `plan=${id}` })}
                  variant={id === featuredPlan ? 'primary' : 'secondary'}
                  wide
                  arrow
                >
                  {labelOf(t(`plans.${id}.name`))}
                </ButtonLink>
              )
            }
          />
        </li>
      ))}
    </List>
  );
}

interface PlanCardProps {
  readonly id: PlanId;
  /** The link at the foot. */
  readonly action: ReactNode;
  readonly headingLevel: 2 | 3;
}

/** A plan with its illustration, price and services. */
function PlanCard({ id, action, headingLevel }: PlanCardProps) {
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
      id={id}
      turns
      chosen={isFeatured}
      className={cardStyles.card}
      illustration={
        <div className={cardStyles.illustration}>
          <PlanHouse plan={id} />
        </div>
      }
    >
      {isFeatured && (
        <Badge tone="accent" className={cardStyles.badge}>
          {t('plans.featured')}
        </Badge>
      )}
      <Heading level={headingLevel} look="h3">
        {t(`plans.${id}.name`)}
      </Heading>
      <p className={cardStyles.description}>{t(`plans.${id}.description`)}</p>
      <p className={cardStyles.price}>
        <span className={cardStyles.amount}>
          {t('plans.price', { symbol: t('plans.currencySymbol'), amount: monthlyPrice })}
        </span>{' '}
        <span className={cardStyles.period}>{t('plans.perPeriod', { period: t('plans.period') })}</span>
      </p>
      <CheckList items={services} className={cardStyles.services} />
      <div className={cardStyles.action}>{action}</div>
    </Card>
  );
}
