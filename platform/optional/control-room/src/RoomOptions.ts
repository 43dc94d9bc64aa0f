import type { Database } from '@site/api/database/schema.ts';
import type { KnownFaults } from '@site/releases/FaultLog.ts';
import type { RunningSite } from '@site/releases/runningSite.ts';
import type { ServerLog } from '@site/releases/ServerLog.ts';
import type { Trust } from '@site/releases/signing/Trust.ts';
import type { PrunableStore } from '@site/releases/store/ReleaseStore.ts';
import type { KnownRollouts } from '@site/rollouts/RolloutLog.ts';
import type { RoutePolicy } from '@site/shared/routes/policy.ts';

/** What the program that opens the room provides. */
export interface RoomOptions {
  readonly settings: {
    readonly DATA_DIR: string;
    readonly HOST: string;
    readonly LOG_LEVEL: string;
    readonly TRUST_PROXY: string;
    readonly CONTROL_ROOM_ORIGIN?: string | undefined;
    readonly SITE_ORIGIN?: string | undefined;
    readonly API_ORIGIN?: string | undefined;
    /** What the site explains itself for, and tells what it has counted. */
    readonly METRICS_TOKEN?: string | undefined;
    // Whether these are set is what the desk tells its owner.
    readonly SMTP_URL?: string | undefined;
    readonly NOTICES?: unknown;
    readonly TRUSTED_KEYS?: string | undefined;
  };
  readonly port: number;
  readonly store: PrunableStore;
  /** Whose releases and pointers are accepted, and who may look. */
  readonly trust: Trust;
  readonly faults: KnownFaults;
  readonly rollouts: KnownRollouts;
  /** The site that reports here, if one does. */
  readonly site: () => Promise<RunningSite | undefined>;
  /** The servers that report here. */
  readonly servers: Pick<ServerLog, 'servers'>;
  /** The route policy of a store that has none. */
  readonly policy: RoutePolicy;
  /**
   * Opens the site's database; undefined where this program sees none.
   *
   * @throws {OperatorError} while it can't be opened
   */
  readonly database?: (() => Promise<Database | undefined>) | undefined;
}
