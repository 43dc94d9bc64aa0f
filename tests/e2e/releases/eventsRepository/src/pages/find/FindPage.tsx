import { ArrowLink, Button, Field, Lead, List, PageHeader, type PageProps, pathOf, Section } from '@site/shared';
import { useTranslation } from 'react-i18next';
import type { Event } from '../../schemas.ts';
import styles from './FindPage.module.css';

/** What the page shows: nothing before somebody has searched. */
export interface FindPageData {
  readonly found: readonly Event[] | undefined;
}

/** The events with what a visitor types. */
export function FindPage({ data: { found }, query, language }: PageProps<FindPageData>) {
  const { t } = useTranslation('events');
  const words = query.get('q');
  return (
    <>
      <PageHeader title={words === null ? t('find.title') : t('find.results', { words })} />
      <Section first>
        <form key={words} role="search" method="get" action={pathOf('find', language)} className={styles.search}>
          <Field type="search" name="q" label={t('find.words')} defaultValue={words ?? ''} maxLength={60} />
          <Button type="submit">{t('find.submit')}</Button>
        </form>
        {found?.length === 0 && <Lead>{t('find.nothing')}</Lead>}
        <List>
          {found?.map(({ id, title }) => (
            <li key={id}>
              <ArrowLink page="event" params={{ id }}>
                {title}
              </ArrowLink>
            </li>
          ))}
        </List>
      </Section>
    </>
  );
}
