import { legal } from '@site/company/legal.ts';
import { brand, Illustration, type Language, PageHeader, Section, TextLink, useLanguage } from '@site/shared';
import { type Fact, textOf } from '@site/shared/facts.ts';
import { formatEuros } from '@site/shared/numbers.ts';
import { SampleMark } from '@site/shared/ui/signs/SampleMark.tsx';
import { useTranslation } from 'react-i18next';
import { countryName } from '../../countryName.ts';
import quietStreet from '../../illustrations/scene-quiet-street.svg';
import styles from './LegalPage.module.css';

/** The legal notice. Facts that the owner still has to fill in are marked. */
export function LegalPage() {
  const { t } = useTranslation('marketing');
  const language = useLanguage();
  const entries = entriesIn(language);
  return (
    <>
      <PageHeader
        title={t('legal.title')}
        lead={t('legal.lead')}
        illustration={<Illustration src={quietStreet} width={560} height={220} eager />}
      />
      <Section first>
        <dl className={styles.facts}>
          {entries.map(({ id, facts }) => (
            <div key={id} className={styles.fact}>
              <dt className={styles.term}>{t(`legal.${id}`)}</dt>
              <dd className={styles.value}>
                {facts.map((fact) => (
                  <FactLine key={textOf(fact)} fact={fact} />
                ))}
                <SampleMark of={facts} />
              </dd>
            </div>
          ))}
        </dl>
      </Section>
    </>
  );
}

/** The entries of the notice, each with its lines. What isn't the company's own wording is a plain text. */
function entriesIn(language: Language) {
  const { headOffice, host } = legal;
  return [
    { id: 'publisher', facts: [legal.publisher] },
    { id: 'company', facts: [legal.company, legal.taxId] },
    { id: 'registration', facts: [legal.registration] },
    { id: 'headOffice', facts: [headOffice.lines, countryName(headOffice.country, language)] },
    { id: 'telephone', facts: [legal.telephone] },
    { id: 'email', facts: [brand.email] },
    { id: 'shareCapital', facts: [formatEuros(legal.shareCapital, language)] },
    { id: 'publicationDirector', facts: [legal.publicationDirector] },
    { id: 'host', facts: [host.name, host.address.lines, countryName(host.address.country, language), host.telephone] },
  ] as const;
}

/** The facts that are written in the company's language, on every page. */
const ownWords: readonly Fact[] = [
  legal.company,
  legal.registration,
  legal.headOffice.lines,
  legal.publicationDirector,
  legal.host.name,
  legal.host.address.lines,
];

/** One line of an entry. Screen readers pronounce what is in the company's language accordingly. */
function FactLine({ fact }: { readonly fact: Fact }) {
  const isForeign = useLanguage() !== legal.language && ownWords.includes(fact);
  if (fact === brand.email)
    return (
      <TextLink href={`mailto:${brand.email}`} className={styles.address}>
        {brand.email}
      </TextLink>
    );
  return (
    <span className={styles.line} lang={isForeign ? legal.language : undefined}>
      {textOf(fact)}
    </span>
  );
}
