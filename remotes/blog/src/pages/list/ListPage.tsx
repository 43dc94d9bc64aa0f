import {
  ArrowLink,
  formatDate,
  Heading,
  Illustration,
  Lead,
  List,
  type NewsItem,
  PageHeader,
  type PageProps,
  Section,
  VisuallyHidden,
} from '@site/shared';
import { useTranslation } from 'react-i18next';
import { ArticleVideo, SourceBadge, videoOf } from '../../article.tsx';
import emptyRack from '../../illustrations/empty-rack.svg';
import kiosk from '../../illustrations/scene-kiosk.svg';
import type { Outcome } from '../../outcome.ts';
import styles from './ListPage.module.css';
import rowStyles from './NewsRow.module.css';
import listStyles from './NewsRows.module.css';

export type ListPageData = Outcome<readonly NewsItem[]>;

/** The blog: all news of the language. When they can't be loaded, it says so and shows the last known ones. */
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

/** The news, one row each, or an empty rack and a friendly word when there are none. */
function NewsRows({ news }: { readonly news: readonly NewsItem[] }) {
  const { t } = useTranslation('blog');
  if (news.length === 0)
    return (
      <div className={styles.empty}>
        <Illustration src={emptyRack} width={360} height={220} eager />
        <Lead>{t('list.empty')}</Lead>
      </div>
    );
  return (
    <List className={listStyles.list}>
      {news.map((item) => (
        <li key={item.uid} className={listStyles.item}>
          <NewsRow item={item} />
        </li>
      ))}
    </List>
  );
}

/** One article: source, date, title, video and link. */
function NewsRow({ item }: { readonly item: NewsItem }) {
  const { t } = useTranslation('blog');
  const video = videoOf(item);
  const date = formatDate(item.publication_date);
  return (
    <article className={rowStyles.row}>
      <div className={rowStyles.meta}>
        <SourceBadge type={item.type}>
          <bdi>{item.source}</bdi>
        </SourceBadge>
        {date && (
          <time className={rowStyles.date} dateTime={item.publication_date}>
            {date}
          </time>
        )}
      </div>
      <Heading level={2} look="post-title" lang={item.language} dir="auto">
        {item.title}
      </Heading>
      {video && (
        <div className={rowStyles.video}>
          <ArticleVideo src={video} title={item.title} />
        </div>
      )}
      <div className={rowStyles.more}>
        <ArrowLink page="article" params={{ slug: item.slug }} newTab>
          {t('list.readMore')} <VisuallyHidden>{t('list.readMoreOf', { title: item.title })}</VisuallyHidden>
        </ArrowLink>
      </div>
    </article>
  );
}
