import { languageOfPath } from '@site/shared/i18n/detect.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import { withVariables } from '@site/shared/i18n/variables.ts';
import type { SitePage, SiteRoutes } from '@site/shared/routes/composeTable.ts';
import { homePath, matchPath, pathOfRoute } from '@site/shared/routes/path.ts';
import { feedFile, pageFeedPath } from '@site/shared/routes/siteFiles.ts';
import { meansLimits } from '../limits.ts';
import type { FeedEntry } from './entriesFeed.ts';
import type { EntriesReader, PageEntry } from './pageEntries.ts';

/** What the feeds of remotes' pages are made from. */
export interface RemoteFeedParts {
  readonly routes: () => SiteRoutes;
  readonly origin: () => string;
  /** When a page last changed. */
  readonly changed: (page: string, language: Language) => Date | undefined;
  readonly entries: Pick<EntriesReader, 'of'>;
}

/**
 * The feed at a path, whose addresses the live releases decide; undefined when there is none. It resolves with undefined while its
 * API gives no answer.
 */
export function feedOf(path: string, parts: RemoteFeedParts): Promise<string | undefined> | undefined {
  const feed = path.endsWith(`/${feedFile}`) ? feedAt(path, parts.routes()) : undefined;
  return feed && makeFeed(feed, parts);
}

async function makeFeed({ name, page, language }: Feed, { routes: live, origin, changed, entries }: RemoteFeedParts) {
  const routes = live();
  const listed = await entries.of(name, routes);
  if (!listed) return undefined;
  // Loaded on first use: the feed library has two hundred files, which would delay a start.
  const { entriesFeed } = await import('./entriesFeed.ts');
  return entriesFeed({
    language,
    origin: origin(),
    path: pageFeedPath(page, language) ?? '',
    ...listOf(page, routes, language),
    entries: newest(listed, language),
    since: changed(name, language),
  });
}

interface Feed {
  readonly name: string;
  readonly page: SitePage;
  readonly language: Language;
}

function feedAt(path: string, { pages }: SiteRoutes): Feed | undefined {
  const language = languageOfPath(path);
  if (!language) return undefined;
  const found = Object.entries(pages).find(([, page]) => pageFeedPath(page, language) === path);
  return found && { name: found[0], page: found[1], language };
}

/** The page that lists the entries, above their addresses: the feed has its words, or else those of the entries' page. */
function listOf(page: SitePage, routes: SiteRoutes, language: Language) {
  const path = pageFeedPath(page, language)?.slice(0, -feedFile.length - 1) ?? homePath(language);
  const match = matchPath(routes, path);
  const list = match ? routes.pages[match.page] : undefined;
  const { title, description } = (list ?? page).words[language];
  return {
    list: list ? pathOfRoute(list, language) : homePath(language),
    title: withVariables(title),
    ...(description !== undefined && { description: withVariables(description) }),
  };
}

/** The entries of a language that changed last, newest first, without those dated in the future. */
function newest(entries: readonly PageEntry[], language: Language): readonly FeedEntry[] {
  const now = new Date();
  return entries
    .flatMap(({ paths, changed: updated, texts }): FeedEntry[] => {
      const { [language]: text } = texts;
      return text && updated && updated <= now
        ? [{ path: `${homePath(language)}/${paths[language]}`, updated, title: text.title, summary: text.summary }]
        : [];
    })
    .toSorted((one, other) => other.updated.getTime() - one.updated.getTime())
    .slice(0, meansLimits.feeds.entries);
}
