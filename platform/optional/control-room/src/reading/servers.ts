import type { SeenServer, ServedApp } from '@site/releases/ServerLog.ts';
import type { Reader } from '@site/releases/signing/Trust.ts';
import type { Pointer } from '@site/shared/contract/release.ts';
import type { RoomOptions } from '../RoomOptions.ts';
import type { StoreReader } from './StoreReader.ts';

/** How a server shows something else than what is live. `behind`: it follows another pointer than the store’s. */
export type Difference = 'behind' | 'refused' | 'fallback' | 'missing';

/** What a server shows of an app, beside what the store says is live. */
export interface ShownApp extends ServedApp {
  readonly app: string;
  readonly live: string | undefined;
  /** Absent while it shows what is live. */
  readonly difference: Difference | undefined;
}

/** A server, as far as a reader may see it. */
export interface ListedServer extends Omit<SeenServer, 'apps' | 'problems'> {
  readonly apps: readonly ShownApp[];
  /** What is wrong with it; undefined for those who may not see it, since other apps are named there. */
  readonly problems: readonly string[] | undefined;
}

/** The servers that report here, the one that started last first. */
export async function readServers(
  reader: StoreReader,
  servers: RoomOptions['servers'],
  { maySee }: Reader,
): Promise<readonly ListedServer[]> {
  const seen = await servers.servers();
  const apps = new Set(seen.flatMap((server) => Object.keys(server.apps)).filter(maySee));
  const pointers = new Map(await Promise.all([...apps].map(async (app) => [app, await reader.pointer(app)] as const)));
  return seen.map(({ problems, ...server }) => ({
    ...server,
    problems: maySee('shell') ? problems : undefined,
    apps: Object.entries(server.apps)
      .filter(([app]) => maySee(app))
      .map(([app, served]) => {
        const pointer = pointers.get(app);
        return { ...served, app, live: pointer?.version, difference: differenceOf(served, pointer) };
      }),
  }));
}

function differenceOf({ version, pointer, refused }: ServedApp, stored: Pointer | undefined): Difference | undefined {
  if (refused !== undefined) return 'refused';
  if (pointer?.version !== stored?.version || pointer?.since !== stored?.since) return 'behind';
  if (version === undefined) return 'missing';
  return version === stored?.version ? undefined : 'fallback';
}

/** Whether somebody should look at a server. */
export const isUnwell = ({ isGone, ready, problems = [], apps }: ListedServer): boolean =>
  isGone || !ready || problems.length > 0 || apps.some(({ difference }) => difference !== undefined);
