/** `npm run export -- FOLDER`: writes the live site as static files, for any static host or CDN. The API remains a server. */
import { explain } from '@site/http/settings.ts';
import type { ReleaseSource } from '@site/releases/Release.ts';
import { followStore } from '@site/server/followStore.ts';
import { readSettings, type Settings } from '@site/server/settings.ts';
import { createSite } from '@site/server/site.ts';
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
    console.error(explain(error));
    process.exitCode = 1;
  }
}

/** The sitemap, feeds and shared links name the site's origin, which files can't take from the request. */
function withOrigin(settings: Settings): Settings {
  if (settings.SITE_ORIGIN) return settings;
  const origin = `http://${settings.HOST}:${settings.PORT}`;
  console.error(`SITE-EXPORT SITE_ORIGIN is not set: absolute addresses begin with ${origin}.`);
  return { ...settings, SITE_ORIGIN: origin };
}
