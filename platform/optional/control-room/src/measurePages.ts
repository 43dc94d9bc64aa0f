import type { UsageSource } from '@site/api/usage/counts.ts';
import type { Reader } from '@site/releases/signing/Trust.ts';
import { mayLookAt } from './access/rights.ts';
import { roomLimits } from './limits.ts';
import { appMeasuresPage } from './pages/appMeasuresPage.ts';
import { measuresPage, type SiteMeasures } from './pages/measuresPage.ts';
import { type AddPage, pageIn, type RoomParts } from './RoomParts.ts';
import { readShownVersions } from './reading/shownVersions.ts';
import { UsageReader } from './reading/UsageReader.ts';
import { isRange, type Range, readByApp, readOverTime, readReported } from './reading/usage.ts';
import { wholeSite } from './usage/measures.ts';

/** How much the site is used, and how fast it is: over time, and over releases. */
export function measurePages(page: AddPage, parts: RoomParts): void {
  const { reader } = parts;
  const usage = new UsageReader(parts);
  const site = async (who: Reader, range: Range, asked: number) => {
    const all = await reader.options.store.apps();
    return await usage.find((source) => readSite(source, all, who, range, asked));
  };
  page('/measures', async ({ texts, who, query }) =>
    measuresPage({ texts, reader: who, range: '24h', found: await site(who, '24h', pageIn(query.page)) }),
  );
  page('/measures/:range', async ({ texts, who, params: { range = '' }, query }) =>
    isRange(range)
      ? measuresPage({ texts, reader: who, range, found: await site(who, range, pageIn(query.page)) })
      : undefined,
  );
  page('/measures/:range/:app', async ({ texts, who, params: { range = '', app = '' } }) => {
    if (!isRange(range) || !mayLookAt(who, app) || !(await reader.options.store.apps()).includes(app)) return undefined;
    const versions = await readShownVersions(reader, app, await reader.pointer(app));
    const found = await usage.find(async (source) => ({
      spans: await readOverTime(source, [app], range),
      reported: await readReported(source, app),
    }));
    return appMeasuresPage({ texts, reader: who, app, range, versions, found });
  });
}

/** What the site sent: all of it to who may see all apps, and that of their own apps to others. */
async function readSite(
  source: UsageSource,
  all: readonly string[],
  { maySee }: Reader,
  range: Range,
  asked: number,
): Promise<SiteMeasures> {
  const apps = all.filter(maySee);
  const pages = Math.max(1, Math.ceil(apps.length / roomLimits.measuredOnPage));
  const page = Math.min(Math.max(1, asked), pages);
  const shown = apps.slice((page - 1) * roomLimits.measuredOnPage, page * roomLimits.measuredOnPage);
  return {
    spans: await readOverTime(source, apps.length === all.length ? [wholeSite] : apps, range),
    apps: await readByApp(source, shown, range),
    page,
    pages,
  };
}
