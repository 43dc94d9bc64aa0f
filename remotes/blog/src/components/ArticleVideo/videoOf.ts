import { type Article, youtubeType } from '@site/shared';

/** Address of the video to embed, if the article is one. The API only lets embeds of known video hosts through. */
export function videoOf({ type, url_video }: Pick<Article, 'type' | 'url_video'>): string | null {
  return type === youtubeType ? url_video : null;
}
