import { serversPage } from './pages/serversPage.ts';
import { whyPage } from './pages/whyPage.ts';
import { type AddPage, type RoomParts, textIn } from './RoomParts.ts';
import { readServers } from './reading/servers.ts';
import { WhyReader } from './reading/WhyReader.ts';

/** Which servers run what, and why they answer as they do. */
export function serverPages(page: AddPage, { reader, servers, site, settings }: RoomParts): void {
  const why = new WhyReader(settings, site);
  page('/servers', async ({ texts, who }) => serversPage(texts, who, await readServers(reader, servers, who)));
  page('/why', async ({ texts, who, query }) => {
    const asked = textIn(query.address, 2_000).trim();
    return whyPage({ texts, reader: who, asked, why: asked === '' ? undefined : await why.read(asked, who) });
  });
}
