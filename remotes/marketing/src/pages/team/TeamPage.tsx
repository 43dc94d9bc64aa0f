import { Container, List, PageHeader } from '@site/shared';
import { useTranslation } from 'react-i18next';
import { people } from '../../data/people.ts';
import { Member } from './Member.tsx';
import styles from './TeamPage.module.css';

/** The team: four people at the windows of one house. */
export function TeamPage() {
  const { t } = useTranslation('marketing');
  return (
    <>
      <PageHeader title={t('team.title')} lead={t('team.lead')} ground={false} />
      <div className={styles.facade}>
        <Container>
          <List className={styles.members}>
            {people.map((person) => (
              <li key={person.role}>
                <Member {...person} />
              </li>
            ))}
          </List>
        </Container>
      </div>
    </>
  );
}
