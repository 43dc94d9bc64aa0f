import {
  ArrowLink,
  browserOnly,
  formatLongDate,
  Heading,
  Lead,
  List,
  PageHeader,
  type PageProps,
  Picture,
  Section,
} from '@site/shared';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Event } from '../../schemas.ts';
import { Calendar } from './Calendar.tsx';
import styles from './EventsPage.module.css';
import hall from './hall.jpg';

const Countdown = browserOnly(() => import('./Countdown.tsx'), { fallback: <span className={styles.countdown} /> });

/** What the page shows: no list when the API has never answered. */
export interface EventsPageData {
  readonly events: readonly Event[] | undefined;
}

/** All events, or those of a day that is chosen in the calendar. */
export function EventsPage({ data: { events }, language }: PageProps<EventsPageData>) {
  const { t } = useTranslation('events');
  const [day, setDay] = useState<string>();
  const shown = (events ?? []).filter((event) => day === undefined || event.day === day);
  const [next] = events ?? [];
  return (
    <>
      <PageHeader title={t('page.title')} lead={t('page.lead')} />
      <Section first>
        <Picture
          source={hall}
          alt={t('page.hall')}
          sizes="(min-width: 1200px) 1120px, 100vw"
          priority
          className={styles.hall}
        />
        {next && <Countdown to={next.day} label={t('page.next')} />}
        {events === undefined ? (
          <Lead>{t('page.unavailable')}</Lead>
        ) : (
          <div className={styles.columns}>
            <Calendar label={t('page.calendar')} language={language} events={events} day={day} onChange={setDay} />
            <List className={styles.list}>
              {shown.map(({ id, title, day: when, place }) => (
                <li key={id} className={styles.event}>
                  <Heading level={2} look="post-title">
                    {title}
                  </Heading>
                  <p>
                    {formatLongDate(when, language)}, {place}
                  </p>
                  <ArrowLink page="event" params={{ id }}>
                    {t('page.more', { title })}
                  </ArrowLink>
                </li>
              ))}
            </List>
          </div>
        )}
      </Section>
    </>
  );
}
