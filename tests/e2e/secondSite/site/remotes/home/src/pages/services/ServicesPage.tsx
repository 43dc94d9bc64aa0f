import { Card, Heading, List, NumberPlaque, PageHeader, Section } from '@site/shared';
import { useTranslation } from 'react-i18next';
import styles from '../../components/Items.module.css';

const services = ['translation', 'writing', 'review'] as const;

/** What the company does. */
export function ServicesPage() {
  const { t } = useTranslation('home');
  return (
    <>
      <PageHeader title={t('services.title')} lead={t('services.lead')} />
      <Section first>
        <List className={styles.items}>
          {services.map((id, index) => (
            <Card key={id} as="li" className={styles.item}>
              <NumberPlaque>{index + 1}</NumberPlaque>
              <Heading level={2} look="h3" className={styles.title}>
                {t(`services.${id}.title`)}
              </Heading>
              <p>{t(`services.${id}.text`)}</p>
            </Card>
          ))}
        </List>
      </Section>
    </>
  );
}
