import { List, Section } from '@site/shared';
import { serviceIds } from '../../data/services.ts';
import { ServiceCard } from './ServiceCard.tsx';
import styles from './ServiceCards.module.css';

/** The services in short. */
export function ServiceCards() {
  return (
    <Section>
      <List className={styles.cards}>
        {serviceIds.map((id, index) => (
          <li key={id}>
            <ServiceCard id={id} number={index + 1} />
          </li>
        ))}
      </List>
    </Section>
  );
}
