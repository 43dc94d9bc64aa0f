import { type SitePart, siteHas } from '@site/shared';
import type { SectionId } from './Contents.tsx';

/** A text of the catalogue that stands in a paragraph's place; nothing where it is left out. */
type Instead = keyof Catalogues['marketing']['privacy']['without'] | 'nothing';

/** What a paragraph becomes on a site without messages, without news, or without both, if that makes a difference. */
type Change = Readonly<Partial<Record<SitePart | 'both', Instead>>>;

/**
 * The paragraphs about what only some sites have, by section and place. The contact page also has maps and a booking link, the
 * blog has videos and articles.
 */
const changes: Readonly<Partial<Record<SectionId, Readonly<Record<number, Change>>>>> = {
  data: { 0: { messages: 'nothing' }, 1: { messages: 'addresses' }, 3: { messages: 'notes' } },
  purpose: {
    0: { messages: 'nothing' },
    1: { messages: 'security' },
    2: { messages: 'videos', news: 'maps', both: 'nothing' },
    3: { messages: 'sale' },
  },
  retention: { 0: { messages: 'logs' } },
  recipients: {
    0: { messages: 'host' },
    1: { messages: 'youtube', news: 'booking', both: 'nothing' },
    2: { news: 'nothing' },
    3: { messages: 'google', news: 'transfers', both: 'nothing' },
  },
  cookies: {
    0: { messages: 'preview' },
    1: { messages: 'cookiesOfVideos', news: 'cookiesOfBooking', both: 'noOtherCookies' },
  },
  contact: { 0: { messages: 'mail' } },
};

/** What stands in a paragraph's place on this site; undefined where the paragraph stays. */
export function insteadOf(section: SectionId, paragraph: number): Instead | undefined {
  const change = changes[section]?.[paragraph] ?? {};
  const [lacksMessages, lacksNews] = [!siteHas('messages'), !siteHas('news')];
  if (lacksMessages && lacksNews) return change.both ?? change.messages ?? change.news;
  if (lacksMessages) return change.messages;
  return lacksNews ? change.news : undefined;
}
