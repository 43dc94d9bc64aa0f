import { planIds, plans } from '@site/company/plans.ts';
import { ButtonLink, Container, cities, Heading, Lead, List, Street, useLanguage, WordPlaque } from '@site/shared';
import { History, Timer, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import claimStyles from './Claims.module.css';
import styles from './Hero.module.css';

/** The tagline, its last word on a street sign, above the street of the three cities. */
export function Hero() {
  const { t } = useTranslation('marketing');
  const language = useLanguage();
  const amount = Math.min(...planIds.map((id) => plans[id].monthlyPrice));
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
            <ButtonLink page="pricing" variant="secondary" className={styles.action}>
              {t('home.hero.plans', { price: t('plans.price', { symbol: t('plans.currencySymbol'), amount }) })}
            </ButtonLink>
          </div>
        </div>
      </Container>
      <Street eager animateOnFirstVisit className={styles.street} />
    </div>
  );
}

const claims = [
  { id: 'experience', icon: History },
  { id: 'intervention', icon: Timer },
  { id: 'users', icon: Users },
] as const;

/** The three promises, below the street. */
export function Claims() {
  const { t } = useTranslation('marketing');
  return (
    <div className={claimStyles.strip}>
      <Container>
        <List className={claimStyles.claims}>
          {claims.map(({ id, icon: Icon }) => (
            <li key={id} className={claimStyles.claim}>
              <Icon className={claimStyles.icon} size={22} strokeWidth={1.75} aria-hidden />
              <span className={claimStyles.text}>{t(`home.claims.${id}`)}</span>
            </li>
          ))}
        </List>
      </Container>
    </div>
  );
}
