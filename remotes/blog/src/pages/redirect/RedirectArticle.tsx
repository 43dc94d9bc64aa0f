import { type Article, youtubeType } from '@site/shared';
import { useTranslation } from 'react-i18next';
import { ArticleVideo } from '../../components/ArticleVideo/ArticleVideo.tsx';
import { videoOf } from '../../components/ArticleVideo/videoOf.ts';
import { SourceBadge } from '../../components/SourceBadge/SourceBadge.tsx';
import { HomeRedirect } from './HomeRedirect.tsx';
import styles from './RedirectArticle.module.css';
import { RedirectNotice } from './RedirectNotice.tsx';
import { RedirectTitle } from './RedirectTitle.tsx';
import { safeLink } from './safeLink.ts';

interface RedirectArticleProps {
  readonly article: Article;
  /** Whether the visitor has already asked to stay. */
  readonly stays: boolean;
}

/** What is known of the article, and the notice that sends the visitor there. */
export function RedirectArticle({ article, stays }: RedirectArticleProps) {
  const { t } = useTranslation('blog');
  const { title, type } = article;
  const link = safeLink(article.link);
  const video = videoOf(article);
  return (
    <>
      <div className={styles.badge}>
        <SourceBadge type={type}>{t(type === youtubeType ? 'redirect.youtube' : 'redirect.article')}</SourceBadge>
      </div>
      <RedirectTitle>{title}</RedirectTitle>
      <div className={styles.columns}>
        {link ? <RedirectNotice link={link} stays={stays} /> : <HomeRedirect />}
        {video && <ArticleVideo src={video} title={title} />}
      </div>
    </>
  );
}
