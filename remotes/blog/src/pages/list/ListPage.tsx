import { Art, type NewsItem, PageHead, type PageProps, Section } from '@site/shared';
import { useTranslation } from 'react-i18next';
import type { Outcome } from '../../api/outcomeOf.ts';
import kiosk from '../../art/scene-kiosk.svg';
import { NewsRows } from './NewsRows.tsx';

/** What the list shows. */
export type ListPageData = Outcome<readonly NewsItem[]>;

/** The blog: all news of the language. Without an answer of the API it stands with its head alone. */
export function ListPage({ data }: PageProps<ListPageData>) {
  const { t } = useTranslation('blog');
  return (
    <>
      <PageHead
        title={t('list.title')}
        lead={t('list.lead')}
        art={<Art src={kiosk} width={560} height={290} eager />}
      />
      <Section first>{data.body && <NewsRows news={data.body} />}</Section>
    </>
  );
}
