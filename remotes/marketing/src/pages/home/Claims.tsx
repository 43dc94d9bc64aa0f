import { Container, List } from '@site/shared';
import { History, Timer, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './Claims.module.css';

const claims = [
  { id: 'experience', icon: History },
  { id: 'intervention', icon: Timer },
  { id: 'users', icon: Users },
] as const;

/** The three promises, on the pavement of the hero's street. */
export function Claims() {
  const { t } = useTranslation('marketing');
  return (
    <div className={styles.strip}>
      <Container>
        <List className={styles.claims}>
          {claims.map(({ id, icon: Icon }) => (
            <li key={id} className={styles.claim}>
              <Icon className={styles.icon} size={22} strokeWidth={1.75} aria-hidden />
              <span className={styles.text}>{t(`home.claims.${id}`)}</span>
            </li>
          ))}
        </List>
      </Container>
    </div>
  );
}
