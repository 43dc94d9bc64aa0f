import { Illustration, PageHeader, type PageProps, Section } from '@site/shared';
import { useTranslation } from 'react-i18next';
import { ContactForm } from '../../components/ContactForm.tsx';
import { InfoTiles } from '../../components/InfoTiles.tsx';
import { Offices } from '../../components/Offices.tsx';
import type { FormResult } from '../../form/formResult.ts';
import frontDoor from '../../illustrations/scene-front-door.svg';
import styles from './ContactPage.module.css';
import { sentQuery } from './sentQuery.ts';

/** The contact page: the form, other ways to reach the team, the offices and the map. */
export function ContactPage({ language, query, result }: PageProps<undefined, FormResult>) {
  const { t } = useTranslation('contact');
  const isConfirmation = query.get(sentQuery) === '1';
  return (
    <>
      <PageHeader
        title={t('contact.head.title')}
        lead={t('contact.head.lead')}
        illustration={<Illustration src={frontDoor} width={560} height={330} eager />}
      />
      <Section first>
        <div className={styles.columns}>
          {/* A form that has been sent, or is in another language, starts anew. */}
          <ContactForm key={`${language}-${isConfirmation}`} result={result} isConfirmation={isConfirmation} />
          <InfoTiles />
        </div>
      </Section>
      <Offices />
    </>
  );
}
