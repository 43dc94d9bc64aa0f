import { createHash } from 'node:crypto';
import { type ReleaseSet, releaseId } from '@site/releases/Release.ts';
import type { PageView } from '@site/renderer/views/renderView.ts';

/** The tag of every page: the CDN drops them all. */
export const everyPage = 'pages';

/**
 * What is live, as the tags of the pages made of it: the route table, the shell, each remote, the news. When one changes, so
 * does its tag, and the CDN drops the pages that have the old one.
 *
 * @param news the state of the news
 */
export const liveTags = (live: ReleaseSet, news: string): readonly string[] => [
  routesTag(live),
  releaseId(live.shell),
  ...[...live.remotes.values()].flatMap(([release]) => (release ? [releaseId(release)] : [])),
  newsTag(news),
];

/** What a page was made of. */
export type PageParts = Pick<PageView, 'shell' | 'remotes' | 'filledFrom' | 'readsApi'>;

/** The tags of what a page was made of: its document also names the files of the remotes that it links to. */
export const pageTags = (
  { shell, remotes, filledFrom = new Set(), readsApi }: PageParts,
  live: ReleaseSet,
  news: string,
): readonly string[] => [
  everyPage,
  routesTag(live),
  releaseId(shell),
  ...new Set([...remotes.values(), ...filledFrom].map(releaseId)),
  ...(readsApi ? [newsTag(news)] : []),
];

/** Also differs during a rollout: visitors then get different pages, which no cache may keep. */
function routesTag({ routes, policy, candidates }: ReleaseSet): string {
  const rollouts = [...candidates.values()].map(({ release }) => releaseId(release));
  return `routes@${digest(JSON.stringify([routes, policy, rollouts]))}`;
}

const newsTag = (news: string): string => `news@${digest(news)}`;

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16);
