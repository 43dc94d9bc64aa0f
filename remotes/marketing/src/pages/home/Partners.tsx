import { Container, List } from '@site/shared';
import { useTranslation } from 'react-i18next';
import { PartnerMark, partnerLetters } from './PartnerMark.tsx';
import styles from './Partners.module.css';

const titleId = 'partners-title';

/** The companies that the provider works with. */
export function Partners() {
  const { t } = useTranslation('marketing');
  return (
    <section aria-labelledby={titleId}>
      <Container className={styles.partners}>
        <h2 id={titleId} className={styles.title}>
          {t('home.partners.title')}
        </h2>
        <List className={styles.list}>
          {partnerLetters.map((letter) => (
            <li key={letter} className={styles.partner}>
              <PartnerMark letter={letter} />
              {t('home.partners.name', { letter })}
            </li>
          ))}
        </List>
      </Container>
    </section>
  );
}
