import { ArrowLink, formatDate, Heading, type NewsItem, VisuallyHidden } from '@site/shared';
import { useTranslation } from 'react-i18next';
import { ArticleVideo } from '../../components/ArticleVideo/ArticleVideo.tsx';
import { videoOf } from '../../components/ArticleVideo/videoOf.ts';
import { SourceBadge } from '../../components/SourceBadge/SourceBadge.tsx';
import styles from './NewsRow.module.css';

/** One article of the list: where it is from, when it came out, its title, its video and the way to it. */
export function NewsRow({ item }: { readonly item: NewsItem }) {
  const { t } = useTranslation('blog');
  const video = videoOf(item);
  return (
    <article className={styles.row}>
      <div className={styles.meta}>
        <SourceBadge type={item.type}>{item.source}</SourceBadge>
        <time className={styles.date} dateTime={item.publication_date}>
          {formatDate(item.publication_date)}
        </time>
      </div>
      <Heading level={2} look="post-title">
        {item.title}
      </Heading>
      {video && (
        <div className={styles.video}>
          <ArticleVideo src={video} title={item.title} />
        </div>
      )}
      <div className={styles.more}>
        <ArrowLink page="article" params={{ slug: item.slug }} newTab>
          {t('list.readMore')} <VisuallyHidden>{t('list.readMoreOf', { title: item.title })}</VisuallyHidden>
        </ArrowLink>
      </div>
    </article>
  );
}
