import { Illustration, Section } from '@site/shared';
import cutaway from '../../illustrations/cutaway.svg';
import { Feature } from './Feature.tsx';
import styles from './Features.module.css';
import { SortingWall } from './SortingWall.tsx';

/** The two halves of the trade: the house, and the roads that lead to it. */
export function Features() {
  return (
    <Section>
      <div className={styles.list}>
        <Feature
          id="hosting"
          number={1}
          drawing={<Illustration src={cutaway} width={560} height={420} />}
          serviceId="hosting"
        />
        <Feature id="visibility" number={2} drawing={<SortingWall />} serviceId="email" />
      </div>
    </Section>
  );
}
