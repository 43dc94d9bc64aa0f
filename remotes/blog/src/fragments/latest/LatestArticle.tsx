import { ArrowLink, type FragmentProps, type NewsItem } from '@site/shared';
import { useTranslation } from 'react-i18next';
import styles from './LatestArticle.module.css';

/** The latest article; null while there is none. */
export type LatestArticleData = Pick<NewsItem, 'slug' | 'title' | 'language'> | null;

/** A link to the latest article, for the end of other pages. */
export function LatestArticle({ data }: FragmentProps<LatestArticleData, { readonly except: string }>) {
  const { t } = useTranslation('blog');
  if (!data) return null;
  return (
    <aside className={styles.latest} aria-label={t('latest.label')}>
      <p className={styles.label}>{t('latest.label')}</p>
      <ArrowLink page="article" params={{ slug: data.slug }} newTab>
        <span lang={data.language} dir="auto">
          {data.title}
        </span>
      </ArrowLink>
    </aside>
  );
}
