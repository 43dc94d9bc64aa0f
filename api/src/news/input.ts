import { languageTag, youtubeType } from '@site/shared/contract/news.ts';
import { publicLink, videoEmbed } from '@site/shared/contract/newsLinks.ts';
import { type Language, languages } from '@site/shared/i18n/languages.ts';
import { siteTexts } from '@site/shared/i18n/siteTexts.ts';
import { z } from 'zod';
import type { NewsRow } from '../database/schema.ts';
import { limits } from '../limits.ts';
import { cleanLine } from '../sanitizeText.ts';
import { slugOf, slugPattern } from './slug.ts';

/** The type of an item that isn't a video. */
const articleType = 'article';

const max = limits.news;
const line = (maxLength: number) =>
  z.string().transform(newsLine).pipe(z.string().min(1, 'must not be empty').max(maxLength));
const url = z
  .string()
  .trim()
  .max(max.url)
  .nullish()
  .transform((value) => value || null);

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
    link: url,
    url_video: url,
    article_language: z
      .string()
      .transform((value) => languageTag(value))
      .refine((tag) => tag !== undefined, 'must be a language tag such as en or pt-BR')
      .nullish(),
  })
  .transform((item, context): NewsRow => {
    const { language, title, source, publication_date, link, url_video } = item;
    const slug = item.slug ?? slugOf(title);
    if (slug === '')
      context.addIssue({ code: 'custom', path: ['slug'], message: 'can’t be made from this title: give one' });
    return {
      uid: item.uid ?? `${language}-${slug}`,
      language,
      slug,
      title,
      source,
      publication_date,
      type: item.type ?? (url_video ? youtubeType : articleType),
      link,
      url_video,
      article_language: foreign(item.article_language, language),
    };
  });

/** The language of an article, if it differs from the blog's: `fr-CA` is French. */
function foreign(tag: string | null | undefined, language: Language): string | null {
  return tag && tag.split('-')[0] !== language ? tag : null;
}

/** What is wrong with an item, in one line. */
export function issuesOf(error: z.ZodError): string {
  return error.issues
    .map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
    .join('; ');
}

/** Warnings about an item that can be stored but won't be shown as its owner meant it. */
export function warningsOf(item: NewsRow): string[] {
  const warnings: string[] = [];
  if (item.link && !publicLink(item.link))
    warnings.push('its link isn’t an http(s) address: visitors are sent to the home page');
  if (item.url_video && !videoEmbed(item.url_video)) warnings.push('its video is on no known host: it is not shown');
  if (item.type === youtubeType && !item.url_video) warnings.push('it is of type youtube, but has no video');
  return warnings;
}

/**
 * Turns a text into a line of a news item: single spaces, no control characters, and no characters that change the direction
 * of the text around it. No-break spaces stay, as French needs them.
 */
export function newsLine(value: string): string {
  const text = value.replace(/[\u2028\u2029]/g, ' ').replace(/[\p{Bidi_Control}\u200B\u2060\uFEFF]/gu, '');
  return cleanLine(text).replace(/ {2,}/g, ' ');
}

const texts = siteTexts('news');

/** The source of an item that names none: the host of its link, or a general word. */
export function defaultSource(link: string | undefined, language: Language): string {
  return (link && URL.parse(link)?.hostname.replace(/^www\./, '')) || texts[language].unknownSource;
}
