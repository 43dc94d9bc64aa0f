import { brand, Card, Heading, TextLink } from '@site/shared';
import { Mail } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './InfoTiles.module.css';

/** Beside the form: the e-mail address, and what to know before a visit. */
export function InfoTiles() {
  const { t } = useTranslation('contact');
  return (
    <div className={styles.tiles}>
      <div className={styles.email}>
        <Heading level={2} look="h3">
          {t('contact.email.title')}
        </Heading>
        <p className={styles.text}>{t('contact.email.text')}</p>
        <p className={styles.address}>
          <Mail className={styles.icon} aria-hidden="true" />
          <TextLink href={`mailto:${brand.email}`} className={styles.mail}>
            {brand.email}
          </TextLink>
        </p>
      </div>
      {(['access', 'office'] as const).map((topic) => (
        <Card key={topic}>
          <Heading level={2} look="h3">
            {t(`contact.${topic}.title`)}
          </Heading>
          <p className={styles.text}>{t(`contact.${topic}.text`)}</p>
        </Card>
      ))}
    </div>
  );
}
