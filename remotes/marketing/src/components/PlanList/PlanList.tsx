import { ButtonLink, List, type PageName } from '@site/shared';
import { featuredPlan, planIds } from '../../data/plans.ts';
import { PlanCard } from '../PlanCard/PlanCard.tsx';
import styles from './PlanList.module.css';

interface PlanListProps {
  /** Where the buttons of the cards lead, and what they say. */
  readonly page: PageName;
  readonly label: string;
  readonly headingLevel: 2 | 3;
}

/** The plans side by side. The featured one alone has a primary button. */
export function PlanList({ page, label, headingLevel }: PlanListProps) {
  return (
    <List className={styles.list}>
      {planIds.map((id) => (
        <li key={id}>
          <PlanCard
            id={id}
            headingLevel={headingLevel}
            action={
              <ButtonLink page={page} variant={id === featuredPlan ? 'primary' : 'secondary'} wide arrow>
                {label}
              </ButtonLink>
            }
          />
        </li>
      ))}
    </List>
  );
}
