import { ButtonLink, Container, cities, Heading, Lead, Street, useLanguage, WordPlaque } from '@site/shared';
import { useTranslation } from 'react-i18next';
import styles from './Hero.module.css';

/** The tagline, its last word on a street sign, above the street of the three cities. */
export function Hero() {
  const { t } = useTranslation('marketing');
  const language = useLanguage();
  return (
    <div className={styles.hero}>
      <Container>
        <Heading level={1} look="display" className={styles.tagline}>
          {t('home.hero.tagline')} <WordPlaque city={cities[language].name} word={t('home.hero.place')} />
        </Heading>
        <div className={styles.introduction}>
          <Lead className={styles.lead}>{t('home.hero.lead')}</Lead>
          <div className={styles.actions}>
            <ButtonLink page="services" className={styles.action}>
              {t('home.hero.services')}
            </ButtonLink>
            <ButtonLink page="contact" variant="secondary" className={styles.action}>
              {t('home.hero.contact')}
            </ButtonLink>
          </div>
        </div>
      </Container>
      <Street eager animateOnFirstVisit className={styles.street} />
    </div>
  );
}
