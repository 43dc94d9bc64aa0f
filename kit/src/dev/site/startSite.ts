import type { PageReport } from '@site/server/development.ts';
import { BuildFolders } from '@site/server/development.ts';
import { readSettings } from '@site/server/settings.ts';
import { createSite } from '@site/server/site.ts';
import { buildFolder, developmentFolder } from '../../build/bundles/folders.ts';

/** The site on what is developed, and on what was built of the rest. */
export async function startSite(developmentOrigin: string, onPage: (report: PageReport) => void): Promise<string> {
  const site = await createSite(
    readSettings(process.env),
    async () => new BuildFolders(developmentFolder, buildFolder),
    { origin: developmentOrigin, onPage, onOutput: (text) => void process.stdout.write(text) },
  );
  return await site.listen({ port: 0, host: '127.0.0.1' });
}
