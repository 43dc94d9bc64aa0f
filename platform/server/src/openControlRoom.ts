import type { ControlRoom } from '@site/control-room/controlRoom.ts';
import { FaultLog } from '@site/releases/FaultLog.ts';
import { readRunningSite } from '@site/releases/runningSite.ts';
import { ServerLog } from '@site/releases/ServerLog.ts';
import { RolloutLog } from '@site/rollouts/RolloutLog.ts';
import { defaultPolicy } from './defaultPolicy.ts';
import { lateDatabase } from './lateDatabase.ts';
import { openWritableStore } from './openStore.ts';
import { serviceTrust } from './releaseService/serviceOptions.ts';
import { reportsFolder, type Settings } from './settings.ts';

/**
 * Opens the control room, if the settings ask for one. It is no part of the site: a program of its own, or that of the release service,
 * has it at a port of its own.
 *
 * @throws {OperatorError} SITE-KEYS when no keys are trusted: nobody could come in
 */
export async function openControlRoom(settings: Settings): Promise<ControlRoom | undefined> {
  const { CONTROL_ROOM: port } = settings;
  if (port === undefined) return undefined;
  const { openControlRoom: open } = await import('@site/control-room/controlRoom.ts');
  const reports = reportsFolder(settings);
  const database = lateDatabase(settings);
  const room = await open({
    settings,
    port,
    store: await openWritableStore(settings.RELEASES),
    trust: serviceTrust(settings),
    faults: new FaultLog(reports),
    rollouts: new RolloutLog(reports),
    site: () => readRunningSite(reports),
    servers: new ServerLog(reports),
    policy: defaultPolicy,
    database: database.open,
  });
  return {
    ...room,
    close: async () => {
      await room.close();
      await database.close();
    },
  };
}
