import type { JsonFeed } from 'feedsmith';
import { plainText } from '../plainText.ts';
import { existing, type Feed, firstText, idAsLink } from './feed.ts';

/** JSON Feed. Its titles and summaries are plain text. */
export function fromJson({ title, home_page_url, feed_url, language, items = [] }: JsonFeed.Feed<string>): Feed {
  return {
    title,
    language,
    home: home_page_url,
    self: feed_url,
    items: items.map((item) => ({
      id: item.id,
      link: item.url ?? item.external_url ?? idAsLink(item.id),
      title: item.title,
      text: firstText([item.summary, item.content_text], String) ?? firstText([item.content_html], plainText),
      dates: existing([item.date_published, item.date_modified]),
      language: item.language,
    })),
  };
}
