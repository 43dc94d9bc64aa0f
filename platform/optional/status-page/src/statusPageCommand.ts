import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode, removeLeftovers, writeAtomically } from '@site/releases/store/files.ts';
import { withLock } from '@site/releases/store/lock.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { fallbackLanguage, languages } from '@site/shared/i18n/languages.ts';
import { checkSite, type States } from './checkSite.ts';
import { readHistory, withCheck, writeHistory } from './history.ts';
import { readIncidents } from './incidents.ts';
import { generator, pageName, type StatusContent, statusPage } from './page/statusPage.ts';
import { fontFiles } from './page/styles.ts';
import { readCheckedSite } from './settings.ts';

/** Options of `site status-page`. */
interface StatusPageOptions {
  /** The origin of the site, instead of SITE_ORIGIN. */
  readonly site?: string | undefined;
  /** Prints a warning. */
  readonly warn: (message: string) => void;
}

/**
 * `site status-page FOLDER`: checks the site once, adds what it finds to the history in the folder, and writes the page.
 *
 * @returns what to print
 * @throws {OperatorError} SITE-STATUS while another check of the folder runs: the later one would undo what the other adds; also as
 *   `readCheckedSite`
 */
export async function statusPageCommand(folder: string, options: StatusPageOptions): Promise<readonly string[]> {
  const site = readCheckedSite(options.site, process.env);
  const busy = () => new OperatorError('SITE-STATUS', `Another check writes into ${folder}. Wait until it has ended.`);
  const states = await withLock(join(folder, '.lock'), busy, async () => {
    const found = await checkSite(site);
    await writeStatus(folder, site.origin, found, Date.now(), options.warn);
    return found;
  });
  return [
    ...[...states].map(([kind, state]) => `${kind.padEnd(6)} ${state}`),
    `The page is ${join(folder, 'index.html')}.`,
  ];
}

/** Adds what a check has found to the history of a folder, and writes its pages. */
export async function writeStatus(
  folder: string,
  origin: string,
  states: States,
  now: number,
  warn: (message: string) => void,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await assertOurs(join(folder, 'index.html'));
  await removeLeftovers(folder);
  const history = withCheck(await readHistory(folder, warn), states, now);
  await writeHistory(folder, history);
  const content: StatusContent = { origin, history, incidents: await readIncidents(folder, now, warn), now };
  for (const { name, file } of fontFiles) await writeChanged(join(folder, name), await readFile(file));
  for (const language of languages)
    await writeAtomically(join(folder, pageName(language)), statusPage(content, language));
  await writeAtomically(join(folder, 'index.html'), statusPage(content, fallbackLanguage));
}

/** Refuses to replace the page of someone else, whose folder was named by mistake. */
async function assertOurs(page: string): Promise<void> {
  const present = await readIfThere(page);
  if (present === undefined || present.includes(generator)) return;
  throw new OperatorError('SITE-STATUS', `${page} isn’t a status page. Name an empty folder, or a new one.`);
}

async function writeChanged(file: string, content: Buffer): Promise<void> {
  if (!(await readIfThere(file))?.equals(content)) await writeAtomically(file, content);
}

const readIfThere = (file: string): Promise<Buffer | undefined> =>
  readFile(file).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  });
