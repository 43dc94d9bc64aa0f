import { Illustration } from '@site/shared/ui/illustrations/Illustration.tsx';
import type { PlanId } from '../plans.ts';
import styles from './PlanHouse.module.css';
import company from './plan-company.svg';
import enterprise from './plan-enterprise.svg';
import starter from './plan-starter.svg';

const drawings: Readonly<Record<PlanId, string>> = { starter, company, enterprise };

interface PlanHouseProps {
  readonly plan: PlanId;
  /** Loads at once, at the top of a page. */
  readonly eager?: boolean | undefined;
}

/** The building of a plan: it comes along when a visitor goes from one page that shows it to another. */
export function PlanHouse({ plan, eager }: PlanHouseProps) {
  return <Illustration src={drawings[plan]} width={248} height={166} eager={eager} className={styles[plan]} />;
}
