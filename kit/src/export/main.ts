/** `npm run export -- FOLDER`: writes what is live as static files, for any static host or CDN. The API stays a server. */
import { explain } from '@site/http/settings.ts';
import type { ReleaseSource } from '@site/releases/Release.ts';
import { followStore } from '@site/server/followStore.ts';
import { readSettings, type Settings } from '@site/server/settings.ts';
import { createSite } from '@site/server/site.ts';
import { ExportError } from './ExportError.ts';
import { exportSite } from './exportSite.ts';

const [folder] = process.argv.slice(2);

if (!folder) {
  console.error('SITE-EXPORT The folder is missing. Run: npm run export -- FOLDER');
  process.exitCode = 2;
} else {
  await run(folder);
}

async function run(target: string): Promise<void> {
  try {
    const settings = withOrigin(readSettings(process.env));
    const opened = Promise.withResolvers<ReleaseSource>();
    const server = await createSite(settings, async (...tools) => {
      const releases = await followStore(settings)(...tools);
      opened.resolve(releases);
      return releases;
    });
    try {
      const site = { server, releases: await opened.promise, apiOrigin: settings.API_ORIGIN };
      const { pages, files } = await exportSite(site, target);
      console.log(`${pages} pages and ${files} files are in ${target}.`);
    } finally {
      await server.close();
    }
  } catch (error) {
    console.error(error instanceof ExportError ? error.message : explain(error));
    process.exitCode = 1;
  }
}

/** The sitemap, feeds and shared links name the site's origin, and a file knows no request to take it from. */
function withOrigin(settings: Settings): Settings {
  if (settings.SITE_ORIGIN) return settings;
  const origin = `http://${settings.HOST}:${settings.PORT}`;
  console.error(`SITE-EXPORT SITE_ORIGIN is not set: absolute addresses will begin with ${origin}.`);
  return { ...settings, SITE_ORIGIN: origin };
}
