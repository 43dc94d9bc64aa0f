import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeAtomically } from './store/files.ts';
import { notesFolder } from './store/openStore.ts';

/** What a server tells the release commands about itself: they share its store, but maybe not its settings. */
export interface RunningSite {
  /** What its addresses begin with. */
  readonly origin: string;
  /** The remotes of its route table: it shows no others. */
  readonly remotes: readonly string[];
  /** When it started, ISO 8601. */
  readonly since: string;
}

const schema: z.ZodType<RunningSite> = z.object({
  origin: z.url({ protocol: /^https?$/ }),
  remotes: z.array(z.string()),
  since: z.iso.datetime(),
});

const fileOf = (store: string, dataFolder: string): string => join(notesFolder(store, dataFolder), '.site.json');

/**
 * Writes down which site follows a store. Of several servers the last one started counts.
 *
 * @param store location of the store
 * @param dataFolder folder for the notes on an HTTP store
 */
export async function writeRunningSite(store: string, dataFolder: string, site: RunningSite): Promise<void> {
  await writeAtomically(fileOf(store, dataFolder), `${JSON.stringify(site, null, 2)}\n`);
}

/** The site that follows a store; undefined when none does, or the file is damaged. */
export async function readRunningSite(store: string, dataFolder: string): Promise<RunningSite | undefined> {
  try {
    return schema.safeParse(JSON.parse(await readFile(fileOf(store, dataFolder), 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/** Removes a site that stops, unless another one has replaced it. */
export async function removeRunningSite(store: string, dataFolder: string, { since }: RunningSite): Promise<void> {
  const known = await readRunningSite(store, dataFolder);
  if (known?.since === since) await rm(fileOf(store, dataFolder), { force: true });
}
