import type { PageReport } from '../../../shell/server/development.ts';
import { BuildFolders } from '../../../shell/server/releases/BuildFolders.ts';
import { readSettings } from '../../../shell/server/settings.ts';
import { createSite } from '../../../shell/server/site.ts';
import { buildFolder, developmentFolder } from '../../bundles/folders.ts';

/** The site on what is developed, and on what was built of the rest. */
export async function startSite(developmentOrigin: string, onPage: (report: PageReport) => void): Promise<string> {
  const site = await createSite(
    readSettings(process.env),
    async () => new BuildFolders(developmentFolder, buildFolder),
    { origin: developmentOrigin, onPage, onOutput: (text) => void process.stdout.write(text) },
  );
  return await site.listen({ port: 0, host: '127.0.0.1' });
}
