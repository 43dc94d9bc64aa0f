import { ButtonLink, Container, Heading, Lead } from '@site/shared';
import { useTranslation } from 'react-i18next';
import styles from './ClosingBand.module.css';
import { Roofline } from './Roofline.tsx';

/** The doorstep of a page: golden hour, and an invitation to write. */
export function ClosingBand() {
  const { t } = useTranslation('shell');
  return (
    <section className={styles.band} aria-labelledby="closing">
      <Container className={styles.invitation}>
        <div>
          <Heading level={2} id="closing">
            {t('closing.title')}
          </Heading>
          <Lead className={styles.lead}>{t('closing.lead')}</Lead>
        </div>
        <div className={styles.button}>
          <ButtonLink page="contact" wide>
            {t('closing.write')}
          </ButtonLink>
        </div>
      </Container>
      <Roofline />
    </section>
  );
}
