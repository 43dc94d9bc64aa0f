import type { DatabaseOptions } from '@site/api/database/open.ts';
import type { Database } from '@site/api/database/schema.ts';
import { serverLimits } from './limits.ts';
import type { Settings } from './settings.ts';

/** The site's database for a program beside its servers. */
export interface LateDatabase {
  /**
   * Opens the database when it is first asked for; undefined where this program sees none.
   *
   * @throws {OperatorError} while it can't be opened
   */
  readonly open: () => Promise<Database | undefined>;
  readonly close: () => Promise<void>;
}

/** Loads what opens databases only where somebody asks for one. */
async function openIfThere(options: DatabaseOptions): Promise<Database | undefined> {
  const { openExisting } = await import('@site/api/database/open.ts');
  return await openExisting(options);
}

/**
 * The database of the settings, which this never begins. One that is missing or away is looked for again, but not by everybody who
 * asks: each would wait for it.
 */
export function lateDatabase({ API_ORIGIN, CONTROL_ROOM_DATA, DATABASE_URL, DATA_DIR }: Settings): LateDatabase {
  // The SQLite file of an API elsewhere is elsewhere, too. One in DATA_DIR is of before.
  const isElsewhere = API_ORIGIN !== undefined && DATABASE_URL === undefined && CONTROL_ROOM_DATA === undefined;
  let opening: Promise<Database | undefined> | undefined;
  let isOpen = false;
  let again = 0;
  const open = async () => {
    if (isElsewhere) return undefined;
    if (!isOpen && performance.now() >= again) {
      again = performance.now() + serverLimits.databaseRetry;
      opening = openIfThere({ dataDir: CONTROL_ROOM_DATA ?? DATA_DIR, databaseUrl: DATABASE_URL });
      opening.then(
        (database) => {
          isOpen = database !== undefined;
        },
        () => {},
      );
    }
    return await opening;
  };
  return {
    open,
    close: async () => {
      const database = await opening?.catch(() => undefined);
      await database?.destroy();
    },
  };
}
