import { Illustration, PageHeader, type PageName, Section } from '@site/shared';
import { useTranslation } from 'react-i18next';
import quietStreet from '../../illustrations/scene-quiet-street.svg';
import { Contents } from './Contents.tsx';
import { PolicySection } from './PolicySection.tsx';
import styles from './PrivacyPage.module.css';
import { type SectionId, sections } from './sections.ts';

/** Where the link in a section's text leads. */
const linkedPages: Partial<Record<SectionId, PageName>> = { introduction: 'legal', contact: 'contact' };

/** The privacy policy: its numbered sections, and their contents beside them on a wide screen. */
export function PrivacyPage() {
  const { t } = useTranslation('marketing');
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
            {sections.map((id, index) => (
              <PolicySection key={id} id={id} number={index + 1} linkedPage={linkedPages[id]} />
            ))}
          </div>
        </div>
      </Section>
    </>
  );
}
