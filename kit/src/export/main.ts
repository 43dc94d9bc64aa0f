/**
 * `npm run export -- FOLDER`: writes the live site as static files, for any static host or CDN. The API remains a server.
 * `npm run export -- --check FOLDER` looks for dead links in an export, and changes nothing.
 */
import { parseArgs } from 'node:util';
import { explain } from '@site/http/settings.ts';
import type { ReleaseSource } from '@site/releases/Release.ts';
import { followStore } from '@site/server/followStore.ts';
import { readSettings, type Settings } from '@site/server/settings.ts';
import { createSite } from '@site/server/site.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { assertNoDeadLinks } from './deadLinks.ts';
import { type ExportResult, exportSite } from './exportSite.ts';
import { publishFolder } from './publishFolder.ts';

const usage = 'npm run export -- FOLDER, or npm run export -- --check FOLDER';

try {
  const { folder, isCheck } = readParameters(process.argv.slice(2));
  if (isCheck) {
    console.log(`${await assertNoDeadLinks(folder)} addresses in ${folder} lead somewhere, and none leads nowhere.`);
  } else {
    const { pages, files } = await publishFolder(folder, writeExport);
    console.log(`${pages} pages and ${files} files are in ${folder}.`);
  }
} catch (error) {
  console.error(explain(error));
  process.exitCode = error instanceof OperatorError && error.code === 'SITE-USAGE' ? 2 : 1;
}

function readParameters(parameters: string[]): { readonly folder: string; readonly isCheck: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args: parameters,
      options: { check: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [folder, ...others] = positionals;
    if (folder && others.length === 0) return { folder, isCheck: values.check };
    throw new Error(folder ? `${others.join(' ')} is one folder too many.` : 'The folder is missing.');
  } catch (cause) {
    throw new OperatorError('SITE-USAGE', `${cause instanceof Error ? cause.message : cause} Run: ${usage}`, cause);
  }
}

/** Exports the live site into an empty folder. A dead link fails it. */
async function writeExport(folder: string): Promise<ExportResult> {
  // The site that is running mails the messages.
  const settings = { ...withOrigin(readSettings(process.env)), SMTP_URL: undefined };
  const opened = Promise.withResolvers<ReleaseSource>();
  const server = await createSite(settings, async (...tools) => {
    const releases = await followStore(settings)(...tools);
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
