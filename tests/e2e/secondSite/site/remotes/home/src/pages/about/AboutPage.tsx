import { ArrowLink, Badge, Heading, List, PageHeader, Section } from '@site/shared';
import { useTranslation } from 'react-i18next';
import styles from '../../components/Items.module.css';

const people = ['lina', 'jonas'] as const;

/** Who the company is. */
export function AboutPage() {
  const { t } = useTranslation('home');
  return (
    <>
      <PageHeader title={t('about.title')} lead={t('about.lead')} />
      <Section first>
        <List className={styles.items}>
          {people.map((id) => (
            <li key={id} className={styles.item}>
              <Heading level={2}>{t(`about.${id}.name`)}</Heading>
              <Badge>{t(`about.${id}.role`)}</Badge>
              <p>{t(`about.${id}.text`)}</p>
            </li>
          ))}
        </List>
        <p className={styles.actions}>
          <ArrowLink page="services">{t('about.services')}</ArrowLink>
        </p>
      </Section>
    </>
  );
}
