import { legal } from '@site/company/legal.ts';
import {
  brand,
  formatLongDate,
  Heading,
  Illustration,
  LinkedText,
  PageHeader,
  type PlainPageName,
  Section,
  useLanguage,
} from '@site/shared';
import { type Fact, isSample, textOf } from '@site/shared/facts.ts';
import { uiMessages } from '@site/shared/ui/messages/messages.ts';
import { useTranslation } from 'react-i18next';
import { countryName } from '../../countryName.ts';
import quietStreet from '../../illustrations/scene-quiet-street.svg';
import { Contents, type SectionId, sections } from './Contents.tsx';
import { insteadOf } from './changedParagraphs.ts';
import sectionStyles from './PolicySection.module.css';
import styles from './PrivacyPage.module.css';

/** Where the link in a section's text leads. */
const linkedPages: Partial<Record<SectionId, PlainPageName>> = {
  introduction: 'legal',
  recipients: 'legal',
  contact: 'contact',
};

/** The privacy policy: its numbered sections, and their contents beside them on a wide screen. */
export function PrivacyPage() {
  const { t } = useTranslation('marketing');
  const date = formatLongDate(legal.policyDate, useLanguage());
  return (
    <>
      <PageHeader
        title={t('privacy.title')}
        lead={t('privacy.lead')}
        illustration={<Illustration src={quietStreet} width={560} height={220} eager />}
      />
      <Section first>
        <div className={styles.columns}>
          <Contents />
          <div className={styles.text}>
            <p className={styles.version}>
              <time dateTime={legal.policyDate}>{t('privacy.version', { date })}</time>
            </p>
            {sections.map((id, index) => (
              <PolicySection key={id} id={id} number={index + 1} linkedPage={linkedPages[id]} />
            ))}
          </div>
        </div>
      </Section>
    </>
  );
}

interface PolicySectionProps {
  readonly id: SectionId;
  readonly number: number;
  /** Where the link in its text leads, when there is one. */
  readonly linkedPage: PlainPageName | undefined;
}

/** A numbered section of the policy. Each line of its text is a paragraph, some of which depend on what the site has. */
function PolicySection({ id, number, linkedPage }: PolicySectionProps) {
  const { t } = useTranslation('marketing');
  const language = useLanguage();
  const { company, headOffice, mailProvider, bookingService } = legal;
  const marked = (...facts: readonly Fact[]) => {
    const text = facts.map(textOf).join(', ');
    return facts.some(isSample) ? `${text} (${uiMessages[language].sample})` : text;
  };
  const facts = {
    controller: marked(company, headOffice.lines, countryName(headOffice.country, language)),
    mailbox: brand.email,
    mailProvider: marked(mailProvider),
    bookingService,
  };
  const paragraphs = t(`privacy.${id}.text`, facts)
    .split('\n')
    .flatMap((text, index) => {
      const instead = insteadOf(id, index);
      if (instead === 'nothing') return [];
      return instead ? t(`privacy.without.${instead}`, facts) : text;
    });
  return (
    <div id={id}>
      <Heading level={2} look="h3" className={sectionStyles.title}>
        <span className={sectionStyles.number}>{number}.</span> {t(`privacy.${id}.title`)}
      </Heading>
      {paragraphs.map((text) => (
        <p key={text} className={sectionStyles.text}>
          {linkedPage && text.includes('[') ? <LinkedText text={text} page={linkedPage} /> : text}
        </p>
      ))}
    </div>
  );
}
