import { MediaFacade } from '@site/shared';
import { useTranslation } from 'react-i18next';
import poster from '../../illustrations/video-poster.svg';

interface ArticleVideoProps {
  readonly src: string;
  /** The article's title, which is the video's too. */
  readonly title: string;
}

/** The video of an article: a drawing until the visitor presses play. */
export function ArticleVideo({ src, title }: ArticleVideoProps) {
  const { t } = useTranslation('blog');
  return (
    <MediaFacade
      kind="video"
      src={src}
      title={t('video.title', { title })}
      poster={poster}
      playLabel={t('video.play', { title })}
      caption={t('video.caption')}
    />
  );
}
