import { formatLongDate, Lead, PageHeader, type PageProps, pathOf, Section } from '@site/shared';
import { Form, type FormResult } from '@site/shared/form/Form.tsx';
import { useTranslation } from 'react-i18next';
import { signup } from '../../forms.ts';
import type { Event } from '../../schemas.ts';

/** One event, and who wants to come. */
export function EventPage(page: PageProps<Event | undefined, FormResult>) {
  const { t } = useTranslation('events');
  const {
    data,
    language,
    params: { id = '' },
  } = page;
  if (!data) return <PageHeader title={t('event.unavailable')} lead={t('event.later')} />;
  return (
    <>
      <PageHeader title={data.title} lead={`${formatLongDate(data.day, language)}, ${data.place}`} />
      <Section first>
        <Lead>{data.about}</Lead>
      </Section>
      <Section labelledBy="form-title">
        <Form
          key={`${language}-${id}-${page.query}`}
          remote="events"
          name="signup"
          fields={signup.fields}
          page={page}
          action={pathOf('event', language, { id })}
        />
      </Section>
    </>
  );
}
