import { youtubeType } from '@site/shared/contract/news.ts';
import { publicLink, videoEmbed } from '@site/shared/contract/newsLinks.ts';
import type { NewsRow } from '../database/schema.ts';

/** What the owner should know of an item that is stored but won't be shown as it was meant. */
export function warningsOf(item: NewsRow): string[] {
  const warnings: string[] = [];
  if (item.link && !publicLink(item.link))
    warnings.push('its link is no http(s) address: visitors are sent to the home page');
  if (item.url_video && !videoEmbed(item.url_video)) warnings.push('its video is on no known host: it is not shown');
  if (item.type === youtubeType && !item.url_video) warnings.push('it is of type youtube, but has no video');
  return warnings;
}
