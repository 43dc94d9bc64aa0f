import { isStorageFailure } from '@site/api/database/failures.ts';
import type { Database } from '@site/api/database/schema.ts';
import type { Reader } from '@site/releases/signing/Trust.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { roomLimits } from './limits.ts';
import { appMeasuresPage } from './pages/appMeasuresPage.ts';
import type { Found } from './pages/measureParts.ts';
import { measuresPage, type SiteMeasures } from './pages/measuresPage.ts';
import { type AddPage, pageIn, type RoomParts } from './RoomParts.ts';
import { readShownVersions } from './reading/shownVersions.ts';
import { isRange, type Range, readByApp, readOverTime, readReported } from './reading/usage.ts';
import { mayLookAt } from './releasePages.ts';
import { wholeSite } from './usage/measures.ts';

/** How much the site is used, and how fast it is: over time, and over releases. */
export function measurePages(page: AddPage, { reader, database }: RoomParts): void {
  const site = async (who: Reader, range: Range, asked: number) => {
    const all = await reader.options.store.apps();
    return await find(database, (opened) => readSite(opened, all, who, range, asked));
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
    const found = await find(database, async (opened) => ({
      spans: await readOverTime(opened, [app], range),
      reported: await readReported(opened, app),
    }));
    return appMeasuresPage({ texts, reader: who, app, range, versions, found });
  });
}

/** What the site sent: all of it to who may see all apps, and that of their own apps to others. */
async function readSite(
  database: Database,
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
    spans: await readOverTime(database, apps.length === all.length ? [wholeSite] : apps, range),
    apps: await readByApp(database, shown, range),
    page,
    pages,
  };
}

/** Asks the database, which may be missing or away: the rest of a page is there without it. */
async function find<Value>(
  open: RoomParts['database'],
  read: (database: Database) => Promise<Value>,
): Promise<Found<Value>> {
  try {
    const database = await open?.();
    return database ? { value: await read(database) } : { missing: 'none' };
  } catch (error) {
    if (!isStorageFailure(error)) throw error;
    // What others than we say of a database may have its address.
    return { missing: 'failed', why: error instanceof OperatorError ? error.message : undefined };
  }
}
