import type { PlanId } from '../../plans.ts';
import { classNames } from '../classNames.ts';
import { Illustration, type IllustrationProps } from './Illustration.tsx';
import styles from './PlanHouse.module.css';
import company from './plan-company.svg';
import enterprise from './plan-enterprise.svg';
import starter from './plan-starter.svg';

const drawings: Readonly<Record<PlanId, string>> = { starter, company, enterprise };

interface PlanHouseProps extends Pick<IllustrationProps, 'eager' | 'className'> {
  readonly plan: PlanId;
}

/** The building of a plan: it comes along when a visitor goes from one page that shows it to another. */
export function PlanHouse({ plan, className, ...props }: PlanHouseProps) {
  return (
    <Illustration
      {...props}
      src={drawings[plan]}
      width={248}
      height={166}
      className={classNames(styles[plan], className)}
    />
  );
}
