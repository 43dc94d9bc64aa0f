/** A news item of the blog list, as `GET /api/v1/blog/{lang}` sends it. */
export interface NewsItem {
  readonly uid: string;
  readonly slug: string;
  readonly title: string;
  /** Who published it, shown as a label. */
  readonly source: string;
  /** ISO 8601 date, such as `2026-03-28`; empty when the API has no valid one. */
  readonly publication_date: string;
  /** `youtube` items show the video of `url_video`. */
  readonly type: string;
  readonly url_video: string | null;
  /** The language of the article and its title, such as `en` or `pt-BR`, where it differs from the list's. */
  readonly language?: string;
}

/** Body of `GET /api/v1/blog/{lang}`. */
export interface NewsList {
  readonly news: readonly NewsItem[];
}

/** Body of `GET /api/v1/blog/{lang}/r/{slug}`: what the redirect page needs. */
export interface Article {
  /** Where the article is, or null when it has no address any more. */
  readonly link: string | null;
  readonly title: string;
  readonly type: string;
  readonly url_video: string | null;
  /** As in the list. */
  readonly language?: string;
}

/**
 * A language tag in its usual form, such as `pt-BR`.
 *
 * @returns undefined when it isn't one
 */
export function languageTag(value: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(value)[0];
  } catch {
    return undefined;
  }
}

/** The value of `type` that makes an item a video. */
export const youtubeType = 'youtube';
