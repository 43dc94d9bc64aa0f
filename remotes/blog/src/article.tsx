import { type Article, Badge, MediaFacade, youtubeType } from '@site/shared';
import { Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import poster from './illustrations/video-poster.svg';

interface ArticleVideoProps {
  readonly src: string;
  /** The article's title, which is the video's too. */
  readonly title: string;
}

/** Ids in the poster: other windows are lit for each article. */
const lights = ['a', 'b', 'c'] as const;

/** The video of an article: an illustration until the visitor presses play. */
export function ArticleVideo({ src, title }: ArticleVideoProps) {
  const { t } = useTranslation('blog');
  return (
    <MediaFacade
      kind="video"
      src={src}
      title={t('video.title', { title })}
      poster={`${poster}#${lights[title.length % lights.length]}`}
      playLabel={t('video.play', { title })}
      caption={t('video.caption')}
    />
  );
}

/** The source of an article. Videos have a play sign. */
export function SourceBadge({ type, children }: { readonly type: string; readonly children: ReactNode }) {
  return <Badge icon={type === youtubeType && <Play aria-hidden="true" />}>{children}</Badge>;
}

/** Address of the video to embed; null when the article isn't one. The API client passes only embeds of known video hosts. */
export function videoOf({ type, url_video }: Pick<Article, 'type' | 'url_video'>): string | null {
  return type === youtubeType ? url_video : null;
}
