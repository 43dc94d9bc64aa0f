import { Illustration, type Language, PageHeader, Section, TextLink, useLanguage } from '@site/shared';
import { useTranslation } from 'react-i18next';
import { legal } from '../../data/legal.ts';
import quietStreet from '../../illustrations/scene-quiet-street.svg';
import styles from './LegalPage.module.css';

/** The legal notice. Its values are marked as samples for as long as they are. */
export function LegalPage() {
  const { t } = useTranslation('marketing');
  const language = useLanguage();
  const sample = (value: string) => (legal.areSamples ? t('legal.sample', { value }) : value);
  const entries = [
    { id: 'publisher', value: sample(legal.publisher) },
    { id: 'company', value: sample(t('legal.companyAndTaxId', { company: legal.company, taxId: legal.taxId })) },
    { id: 'headOffice', value: sample(legal.headOffice) },
    {
      id: 'email',
      value: (
        <TextLink href={`mailto:${legal.email}`} className={styles.address}>
          {legal.email}
        </TextLink>
      ),
    },
    { id: 'shareCapital', value: formatEuros(legal.shareCapital, language) },
    { id: 'publicationDirector', value: sample(legal.publicationDirector) },
    { id: 'host', value: sample(legal.host) },
  ] as const;

  return (
    <>
      <PageHeader
        title={t('legal.title')}
        lead={t('legal.lead')}
        illustration={<Illustration src={quietStreet} width={560} height={220} eager />}
      />
      <Section first>
        <dl className={styles.facts}>
          {entries.map(({ id, value }) => (
            <div key={id} className={styles.fact}>
              <dt className={styles.term}>{t(`legal.${id}`)}</dt>
              <dd className={styles.value}>{value}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </>
  );
}

/** A whole amount of euros as the language writes it: `€3,000`, `3 000 €`, `3.000 €`. */
export function formatEuros(amount: number, language: Language): string {
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'EUR',
    maximumFractionDigits: 0,
    // Spanish would leave four digits ungrouped.
    useGrouping: 'always',
  }).format(amount);
}
