import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isSite } from './signing/audience.ts';
import { writeAtomically } from './store/files.ts';

/** What a server tells the release commands about itself, since they may run with other settings. */
export interface RunningSite {
  /** The origin of its addresses. */
  readonly origin: string;
  /** The site that pointers must be signed for: `siteAt` its origin. */
  readonly audience: string;
  /** When it started, ISO 8601. */
  readonly since: string;
}

const schema: z.ZodType<RunningSite> = z.object({
  origin: z.url({ protocol: /^https?$/ }),
  audience: z.string().refine(isSite),
  since: z.iso.datetime(),
});

const fileOf = (reports: string): string => join(reports, '.site.json');

/**
 * Records which site runs. Of several servers, the last one that started wins.
 *
 * @param reports folder for the servers' reports
 */
export async function writeRunningSite(reports: string, site: RunningSite): Promise<void> {
  await writeAtomically(fileOf(reports), `${JSON.stringify(site, null, 2)}\n`);
}

/** The running site; undefined when there is none, or the file is damaged. */
export async function readRunningSite(reports: string): Promise<RunningSite | undefined> {
  try {
    return schema.safeParse(JSON.parse(await readFile(fileOf(reports), 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/** Removes a site that stops, unless another one has replaced it. */
export async function removeRunningSite(reports: string, { since }: RunningSite): Promise<void> {
  const known = await readRunningSite(reports);
  if (known?.since === since) await rm(fileOf(reports), { force: true });
}
