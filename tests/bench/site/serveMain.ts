/** Serves the built apps of a folder, its argument, with the production server on a free port. */

import { createSite } from '@site/server/createSite.ts';
import { BuildFolders } from '@site/server/development.ts';
import { readSettings } from '@site/server/settings.ts';

const [folder = ''] = process.argv.slice(2);
const site = await createSite(readSettings(process.env), async () => new BuildFolders({ folders: [folder] }));
process.once('SIGTERM', () => void site.close());
console.log(`ready ${await site.listen({ port: 0, host: '127.0.0.1' })}`);
