import { planIds } from '@site/company/plans.ts';
import {
  brand,
  Card,
  Heading,
  Illustration,
  PageHeader,
  type PageProps,
  pathOf,
  Section,
  TextLink,
  useApi,
} from '@site/shared';
import { contactSchema, messageOf } from '@site/shared/contract/contact/fields.ts';
import type { FormResult } from '@site/shared/form/Form.tsx';
import { PlainForm } from '@site/shared/form/PlainForm.tsx';
import { lightWindow } from '@site/shared/litWindow.ts';
import { Mail } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import frontDoor from '../../illustrations/scene-front-door.svg';
import { ChosenPlan, planName } from './ChosenPlan.tsx';
import styles from './ContactPage.module.css';
import tileStyles from './InfoTiles.module.css';
import { OfficesSection } from './OfficesSection.tsx';

/** The contact page: the form, other ways to reach the team, the offices and the map. */
export function ContactPage(page: PageProps<undefined, FormResult>) {
  const { language, query } = page;
  const { t } = useTranslation('contact');
  const api = useApi();
  const plan = planIds.find((id) => id === query.get('plan'));
  return (
    <>
      <PageHeader
        title={t('contact.head.title')}
        lead={t('contact.head.lead')}
        illustration={<Illustration src={frontDoor} width={560} height={330} eager />}
      />
      <Section first>
        <div className={styles.columns}>
          {/* A new form after sending, in another language, and about another plan. */}
          <div>
            {plan && <ChosenPlan id={plan} />}
            <PlainForm
              key={`${language}-${query}`}
              remote="contact"
              name="message"
              fields={contactSchema}
              page={page}
              action={pathOf('contact', language)}
              send={async (values, options) => {
                const sent = await api.sendMessage(
                  messageOf((field) => values[field] ?? ''),
                  language,
                  options,
                );
                lightWindow();
                return sent;
              }}
              suggested={{
                subject: plan ? t('contact.planSubject', { plan: planName(plan) }) : '',
              }}
            />
          </div>
          <InfoTiles />
        </div>
      </Section>
      <OfficesSection />
    </>
  );
}

/** Beside the form: the e-mail address, and what to know before a visit. */
function InfoTiles() {
  const { t } = useTranslation('contact');
  return (
    <div className={tileStyles.tiles}>
      <div className={tileStyles.email}>
        <Heading level={2} look="h3">
          {t('contact.email.title')}
        </Heading>
        <p className={tileStyles.text}>{t('contact.email.text')}</p>
        <p className={tileStyles.address}>
          <Mail className={tileStyles.icon} aria-hidden="true" />
          <TextLink href={`mailto:${brand.email}`} className={tileStyles.mail}>
            {brand.email}
          </TextLink>
        </p>
      </div>
      {(['access', 'office'] as const).map((topic) => (
        <Card key={topic}>
          <Heading level={2} look="h3">
            {t(`contact.${topic}.title`)}
          </Heading>
          <p className={tileStyles.text}>{t(`contact.${topic}.text`)}</p>
        </Card>
      ))}
    </div>
  );
}
