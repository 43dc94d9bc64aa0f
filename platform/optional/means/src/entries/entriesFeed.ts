import { brand } from '@site/company/brand.ts';
import { cities } from '@site/company/offices.ts';
import { xmlText } from '@site/shared/html.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import { homePath } from '@site/shared/routes/path.ts';
import { feedType } from '@site/shared/routes/siteFiles.ts';
import { generateAtomFeed } from 'feedsmith';

/** An entry as a feed has it. */
export interface FeedEntry {
  readonly path: string;
  readonly updated: Date;
  readonly title: string;
  readonly summary: string | undefined;
}

/** Content of a feed of a remote's page. */
export interface EntriesFeedParts {
  readonly language: Language;
  readonly origin: string;
  /** The feed's path, and that of the page that lists the entries. */
  readonly path: string;
  readonly list: string;
  readonly title: string;
  readonly description?: string;
  /** Newest first. */
  readonly entries: readonly FeedEntry[];
  /** When the page last changed, for a feed without entries. */
  readonly since: Date | undefined;
}

/** What a remote's own API lists, as an Atom feed. */
export function entriesFeed(parts: EntriesFeedParts): string {
  const { language, origin, path, list, title, description, entries, since } = parts;
  return generateAtomFeed({
    xml: { lang: language },
    id: origin + path,
    title: plain(`${title} | ${brand.product} ${cities[language].title}`),
    ...(description !== undefined && { subtitle: plain(description) }),
    updated: entries[0]?.updated ?? since ?? new Date(0),
    authors: [{ name: brand.product, uri: origin + homePath(language) }],
    icon: `${origin}/icon-512.png`,
    links: [
      { rel: 'self', href: origin + path, type: feedType },
      { rel: 'alternate', href: origin + list, type: 'text/html', hreflang: language },
    ],
    entries: entries.map(({ path: entry, updated, title: name, summary }) => ({
      id: origin + entry,
      title: plain(name),
      updated,
      ...(summary !== undefined && { summary: plain(summary) }),
      links: [{ rel: 'alternate', href: origin + entry, type: 'text/html', hreflang: language }],
    })),
  });
}

/** Marks text as plain, so that readers don't take it for markup. */
const plain = (text: string) => ({ type: 'text', value: xmlText(text) });
