import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Article, NewsItem } from '@site/shared/contract/news.ts';
import { lockDatabase } from '@site/testkit/api/lockDatabase.ts';
import { startPostgres } from '@site/testkit/postgres/startPostgres.ts';
import { FaultyProxy } from '@site/testkit/site/faults/FaultyProxy.ts';
import { json, type PlainAnswer, type PlainApi, startPlainApi } from '@site/testkit/site/faults/fakeApis.ts';
import { type Disturbance, type FragileSite, startFragile, subjectsIn } from './chaosRun.ts';

/** What the API answers while it works. */
const item: NewsItem & Article = {
  uid: '1',
  slug: 'three-numbers-visitors-feel',
  title: 'Three numbers your visitors feel',
  source: 'web.dev',
  publication_date: '2025-06-17',
  type: 'article',
  url_video: null,
  link: 'https://example.com/three-numbers',
};
const good = { list: json({ news: [item] }), article: json(item) };

/** More than any list of news can be, in bytes. */
const hugeSize = 64 * 2 ** 20;

/** An API elsewhere that fails. */
export const apiDisturbances: readonly Disturbance[] = [
  {
    name: 'API answers with an error',
    alert: 'SiteApiDown',
    prepare: () => badAnswers({ status: 500, body: 'Internal Server Error' }),
  },
  {
    name: 'API talks nonsense',
    alert: 'SiteNewsFail',
    prepare: () => badAnswers(json({ news: [{ title: 7 }], link: 7 })),
  },
  {
    name: 'API answers endlessly',
    alert: 'SiteNewsFail',
    prepare: () => badAnswers(json({ news: [], filler: 'x'.repeat(hugeSize) })),
  },
  { name: 'API hangs', alert: 'SiteApiDown', prepare: () => badConnection('silence') },
  { name: 'API refuses', alert: 'SiteApiDown', prepare: () => badConnection('refuse') },
];

async function siteWithApi() {
  const api = await startPlainApi();
  Object.assign(api.answers, good);
  const proxy = await FaultyProxy.start(api.origin);
  const site = await startFragile({ environment: { API_ORIGIN: new URL(proxy.address).origin } });
  const close = async () => {
    await site.stop();
    await proxy.stop();
    api.stop();
  };
  return { api, proxy, site, close };
}

/** The subjects of the messages that an API elsewhere has received. */
const storedBy =
  ({ messages }: PlainApi) =>
  async () =>
    messages.map(({ body }) => String(Object(body).subject));

async function badAnswers(answer: PlainAnswer): Promise<FragileSite> {
  const { api, site, close } = await siteWithApi();
  return {
    site,
    fail: async () => void Object.assign(api.answers, { list: answer, article: answer }),
    fix: async () => void Object.assign(api.answers, good),
    stored: storedBy(api),
    hasPlainApi: true,
    close,
  };
}

async function badConnection(fault: 'silence' | 'refuse'): Promise<FragileSite> {
  const { api, proxy, site, close } = await siteWithApi();
  return {
    site,
    fail: async () => proxy[fault](),
    fix: () => proxy.heal(),
    stored: storedBy(api),
    hasPlainApi: true,
    close,
  };
}

/** The database of a site with the API inside. */
export const databaseDisturbances: readonly Disturbance[] = [
  { name: 'SQLite database locked by another process', alert: 'SiteDatabaseDown', prepare: lockedDatabase },
  { name: 'SQLite database moved away', alert: 'SiteDatabaseDown', prepare: missingDatabase },
  { name: 'PostgreSQL hangs', alert: 'SiteDatabaseDown', prepare: () => badPostgres('silence') },
  { name: 'PostgreSQL refuses', alert: 'SiteDatabaseDown', prepare: () => badPostgres('refuse') },
];

const fileOf = (dataDir: string) => join(dataDir, 'site.sqlite');

async function lockedDatabase(): Promise<FragileSite> {
  const site = await startFragile();
  let unlock: (() => Promise<void>) | undefined;
  const fail = async () => {
    unlock = await lockDatabase(fileOf(site.dataDir));
  };
  return { site, fail, fix: async () => unlock?.(), close: site.stop };
}

/** Its server must be restarted: it doesn't continue with a file other than the one it opened. */
async function missingDatabase(): Promise<FragileSite> {
  const site = await startFragile();
  const file = fileOf(site.dataDir);
  const away = `${file}-away`;
  return { site, fail: () => rename(file, away), fix: () => rename(away, file), close: site.stop };
}

async function badPostgres(fault: 'silence' | 'refuse'): Promise<FragileSite> {
  const postgres = await startPostgres();
  const proxy = await FaultyProxy.start(postgres.url);
  const site = await startFragile({ environment: { DATABASE_URL: proxy.address } });
  const stored = () => subjectsIn({ dataDir: site.dataDir, databaseUrl: postgres.url });
  const close = async () => {
    await site.stop();
    await proxy.stop();
    await postgres.stop();
  };
  return { site, fail: async () => proxy[fault](), fix: () => proxy.heal(), stored, close };
}
