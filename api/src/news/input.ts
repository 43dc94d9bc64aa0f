import { youtubeType } from '@site/shared/contract/news.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { z } from 'zod';
import type { NewsRow } from '../database/schema.ts';
import { limits } from '../limits.ts';
import { newsLine } from './newsLine.ts';
import { defaultUid, slugOf, slugPattern } from './slug.ts';

const max = limits.news;
const line = (most: number) => z.string().transform(newsLine).pipe(z.string().min(1, 'must not be empty').max(most));
const address = z
  .string()
  .trim()
  .max(max.url)
  .nullish()
  .transform((value) => value || null);

/** The type of an item that isn't a video. */
const articleType = 'article';

/** A news item as its owner writes it, for `news add` and in the files of `news import`. */
export const newsInput = z
  .object({
    uid: line(max.uid).optional(),
    language: z.enum(languages),
    slug: z.string().max(max.slug).regex(slugPattern, 'only small letters, digits and single hyphens').optional(),
    title: line(max.title),
    source: line(max.source),
    publication_date: z.iso.date('must be a date such as 2026-03-28'),
    type: line(max.type).optional(),
    link: address,
    url_video: address,
  })
  .transform((item, context): NewsRow => {
    const slug = item.slug ?? slugOf(item.title);
    if (slug === '')
      context.addIssue({ code: 'custom', path: ['slug'], message: 'none can be made from this title: give one' });
    return {
      uid: item.uid ?? defaultUid(item.language, slug),
      language: item.language,
      slug,
      title: item.title,
      source: item.source,
      publication_date: item.publication_date,
      type: item.type ?? (item.url_video ? youtubeType : articleType),
      link: item.link,
      url_video: item.url_video,
    };
  });

/** What is wrong with an item, in one line. */
export function issuesOf(error: z.ZodError): string {
  return error.issues
    .map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
    .join('; ');
}
