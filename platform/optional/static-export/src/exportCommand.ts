import { commandDatabase } from '@site/api/cli/commandDatabase.ts';
import type { ReleaseSource } from '@site/releases/Release.ts';
import { createSite } from '@site/server/createSite.ts';
import { followStore } from '@site/server/followStore.ts';
import { readSettings, type Settings } from '@site/server/settings.ts';
import { assertNoDeadLinks } from './deadLinks.ts';
import { type ExportResult, exportSite } from './exportSite.ts';
import { publishFolder } from './publishFolder.ts';

/** Options of `site export`. */
interface ExportOptions {
  readonly check?: true | undefined;
  /** Prints which store is exported. */
  readonly announce: (location: string) => void;
}

/** `site export FOLDER`: writes the live site as static files. With `--check`, looks for dead links in an export. */
export async function exportCommand(folder: string, { check, announce }: ExportOptions): Promise<void> {
  if (check) {
    console.log(`All ${await assertNoDeadLinks(folder)} addresses in ${folder} lead somewhere.`);
  } else {
    const { pages, files, fallbacks } = await publishFolder(folder, (empty) => writeExport(empty, announce));
    for (const fallback of fallbacks) console.error(`SITE-EXPORT ${fallback}`);
    console.log(`${pages} pages and ${files} files are in ${folder}.`);
  }
}

/** Exports the live site into an empty folder. Fails on a dead link. */
async function writeExport(folder: string, announce: ExportOptions['announce']): Promise<ExportResult> {
  if (!process.env.API_ORIGIN) commandDatabase(process.env, true);
  const given = readSettings(process.env);
  // The running site mails the messages, shares its pages, and counts visitors' pages alone.
  const settings = { ...withOrigin(given), SMTP_URL: undefined, SHARED_MEMORY: undefined, CONTROL_ROOM: undefined };
  announce(settings.RELEASES);
  const opened = Promise.withResolvers<ReleaseSource>();
  const server = await createSite(settings, async (...tools) => {
    const releases = await followStore(given, { needsStore: true })(...tools);
    opened.resolve(releases);
    return releases;
  });
  try {
    const result = await exportSite({ server, releases: await opened.promise, apiOrigin: settings.API_ORIGIN }, folder);
    await assertNoDeadLinks(folder);
    return result;
  } finally {
    await server.close();
  }
}

/** The sitemap, feeds and shared links name the site's origin, which files can't take from the request. */
function withOrigin(settings: Settings): Settings {
  if (settings.SITE_ORIGIN) return settings;
  const origin = `http://${settings.HOST}:${settings.PORT}`;
  console.error(`SITE-EXPORT SITE_ORIGIN is not set: absolute addresses begin with ${origin}.`);
  return { ...settings, SITE_ORIGIN: origin };
}
