import { Illustration, Lead, type NewsItem, PageHeader, type PageProps, Section } from '@site/shared';
import { useTranslation } from 'react-i18next';
import type { Outcome } from '../../api/outcomeOf.ts';
import kiosk from '../../illustrations/scene-kiosk.svg';
import styles from './ListPage.module.css';
import { NewsRows } from './NewsRows.tsx';

/** What the list shows. */
export type ListPageData = Outcome<readonly NewsItem[]>;

/** The blog: all news of the language. When they can't be loaded it says so, and shows the last that are known. */
export function ListPage({ data }: PageProps<ListPageData>) {
  const { t } = useTranslation('blog');
  return (
    <>
      <PageHeader
        title={t('list.title')}
        lead={t('list.lead')}
        illustration={<Illustration src={kiosk} width={560} height={290} eager />}
      />
      <Section first>
        {data.failure && <Lead className={styles.failure}>{t(data.body ? 'list.stale' : 'list.unavailable')}</Lead>}
        {data.body && <NewsRows news={data.body} />}
      </Section>
    </>
  );
}
