import type { ReleaseSource } from '@site/releases/Release.ts';
import { languageOfPath } from '@site/shared/i18n/detect.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import { withVariables } from '@site/shared/i18n/variables.ts';
import type { SitePage, SiteRoutes } from '@site/shared/routes/composeTable.ts';
import { homePath, matchPath, pathOfRoute } from '@site/shared/routes/path.ts';
import { feedFile, feedType, pageFeedPath } from '@site/shared/routes/siteFiles.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { serverLimits } from '../limits.ts';
import { noStore, retryAfter } from '../pages/headers.ts';
import type { FeedEntry } from './atomFeed.ts';
import { lastModified } from './lastModified.ts';
import type { EntriesReader, PageEntry } from './pageEntries.ts';
import { sendText } from './sendText.ts';

/** What the feeds of remotes' pages are made from. */
export interface RemoteFeedParts {
  readonly releases: Pick<ReleaseSource, 'current' | 'liveSince'>;
  readonly origin: () => string;
  readonly entries: Pick<EntriesReader, 'of'>;
}

/** Answers a request for a path; undefined when there is no feed. */
export type SendFeed = (
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
) => Promise<FastifyReply> | undefined;

/** Answers requests for the feeds of remotes' pages, whose addresses the live releases decide. */
export function remoteFeeds({ releases, origin, entries }: RemoteFeedParts): SendFeed {
  const send = async (request: FastifyRequest, reply: FastifyReply, { name, page, language }: Feed) => {
    const { routes } = releases.current();
    const listed = await entries.of(name, routes);
    if (!listed) {
      reply.headers({ ...noStore, ...retryAfter }).type('text/plain; charset=utf-8');
      return reply.code(503).send('SITE-FEED The entries can’t be read just now. Please try again in a moment.');
    }
    // Loaded on first use: the feed library has two hundred files, which would delay a start.
    const { entriesFeed } = await import('./atomFeed.ts');
    const feed = entriesFeed({
      language,
      origin: origin(),
      path: pageFeedPath(page, language) ?? '',
      ...listOf(page, routes, language),
      entries: newest(listed, language),
      since: lastModified(releases, {})(name, language),
    });
    return await sendText(request, reply, feedType, feed);
  };
  return (request, reply, path) => {
    const feed = path.endsWith(`/${feedFile}`) ? feedAt(path, releases.current().routes) : undefined;
    return feed && send(request, reply, feed);
  };
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
    .slice(0, serverLimits.feeds.entries);
}
