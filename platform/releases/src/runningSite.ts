import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ServerLog, type ServerReport } from './ServerLog.ts';
import { isSite } from './signing/audience.ts';

/** What release commands want to know of the site that runs. */
export type RunningSite = Pick<ServerReport, 'origin' | 'audience' | 'since'>;

/** The running site, as the server says that started last; undefined when none reports here. */
export async function readRunningSite(reports: string): Promise<RunningSite | undefined> {
  const server = (await new ServerLog(reports).servers()).find(({ isGone }) => !isGone);
  if (!server) return await readEarlierSite(reports);
  const { origin, audience, since } = server;
  return { origin, audience, since };
}

const schema: z.ZodType<RunningSite> = z.object({
  origin: z.url({ protocol: /^https?$/ }),
  audience: z.string().refine(isSite),
  since: z.iso.datetime(),
});

/** The file in which servers up to version 1.2.0 name their site: `site upgrade` asks them. */
const earlierFile = (reports: string): string => join(reports, '.site.json');

async function readEarlierSite(reports: string): Promise<RunningSite | undefined> {
  try {
    return schema.safeParse(JSON.parse(await readFile(earlierFile(reports), 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/** Removes the site of an earlier version, which a server of this one has replaced. */
export async function removeEarlierSite(reports: string): Promise<void> {
  await rm(earlierFile(reports), { force: true });
}
