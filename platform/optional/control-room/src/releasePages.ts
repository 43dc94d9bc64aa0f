import { isVersion } from '@site/releases/names.ts';
import type { Reader } from '@site/releases/signing/Trust.ts';
import { isOwner, mayAct, mayLookAt } from './access/rights.ts';
import type { Offers } from './pages/actsPart.ts';
import { appPage } from './pages/appPage.ts';
import { livePage } from './pages/livePage.ts';
import { logPage } from './pages/logPage.ts';
import { mapPage } from './pages/mapPage.ts';
import { versionPage } from './pages/versionPage.ts';
import { type AddPage, pageIn, type RoomParts, textIn } from './RoomParts.ts';
import { readApp, readApps } from './reading/apps.ts';
import { readComparison } from './reading/comparison.ts';
import { actsOn, actsOnRollout, commandOf, isWritable } from './reading/offers.ts';
import { versionBefore } from './reading/proposal.ts';
import { readProposed } from './reading/proposed.ts';
import { readRoomLog } from './reading/roomLog.ts';
import { readSiteMap } from './reading/siteMap.ts';
import { readVersions } from './reading/versions.ts';

/** What is live, of which versions, on which addresses, and by whom. */
export function releasePages(page: AddPage, { reader, site, trust, origin }: RoomParts): void {
  const offersOf = (who: Reader, app: string, acts: Offers['acts'], label?: Offers['label']): Offers | undefined =>
    mayAct(who, app)
      ? {
          app,
          acts,
          ...(label && { label }),
          ...(!isWritable(reader) && { commandOf: (act) => commandOf(app, act, origin()) }),
        }
      : undefined;

  page('', async ({ texts, who, query }) =>
    livePage({
      texts,
      reader: who,
      site: await site(),
      apps: await readApps(reader, who),
      search: textIn(query.q, 40),
      page: pageIn(query.page),
      frozen: (await reader.policy()).frozen,
      isOwner: isOwner(who),
    }),
  );
  page('/map', async ({ texts, who, query }) => {
    const map = await readSiteMap(reader, who, pageIn(query.page));
    const proposed = await readProposed(
      reader,
      map.remotes.map(({ remote }) => remote),
    );
    return mapPage({ texts, reader: who, map, proposed, isOwner: isOwner(who) });
  });
  page('/log', async ({ texts, who, query }) => {
    const filter = { subject: textIn(query.app, 60), key: textIn(query.key, 90) };
    const log = await readRoomLog(reader, who, filter, pageIn(query.page));
    return logPage({ texts, reader: who, log, filter });
  });
  page('/apps/:app', async ({ texts, who, params: { app = '' }, query }) => {
    if (!mayLookAt(who, app)) return undefined;
    const status = await readApp(reader, app);
    const versions = await readVersions(reader, app, status.pointer, pageIn(query.page));
    if (!status.pointer && versions.all === 0) return undefined;
    const before = await versionBefore(reader, app, status.pointer);
    const offers = offersOf(who, app, before === undefined ? [] : [{ name: 'back', version: before }]);
    const rolloutOffers = offersOf(who, app, actsOnRollout(status.pointer), 'act.labelRollout');
    return appPage({ texts, reader: who, status, versions, offers, rolloutOffers });
  });
  page('/apps/:app/:version', async ({ texts, who, params: { app = '', version = '' }, query }) => {
    const other = textIn(query.before, 64);
    if (!mayLookAt(who, app) || !isVersion(version)) return undefined;
    const compared = await readComparison(reader, app, version, isVersion(other) ? other : undefined);
    if (!compared) return undefined;
    const offers = offersOf(who, app, actsOn(app, version, await reader.pointer(app)));
    return versionPage({ texts, reader: who, compared, trust, offers });
  });
}
