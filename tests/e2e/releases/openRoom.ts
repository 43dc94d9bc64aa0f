import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openControlRoom } from '@site/control-room/controlRoom.ts';
import type { RoomOptions } from '@site/control-room/RoomOptions.ts';
import { FaultLog } from '@site/releases/FaultLog.ts';
import { readRunningSite } from '@site/releases/runningSite.ts';
import { ServerLog } from '@site/releases/ServerLog.ts';
import { unnamedSite } from '@site/releases/signing/audience.ts';
import { makeSigningKey } from '@site/releases/signing/keys.ts';
import { Trust } from '@site/releases/signing/Trust.ts';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import { RolloutLog } from '@site/rollouts/RolloutLog.ts';
import { defaultPolicy } from '@site/server/defaultPolicy.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { reportsOf } from '@site/testkit/site/releases.ts';

/** An open room, as tests use it. */
export interface TestRoom {
  readonly origin: string;
  /** A link that lets the owner in, who sees every app, or the team of the blog. */
  readonly link: (key: 'owner' | 'blog') => string;
  /** Enters, and returns a function that reads pages. */
  readonly enter: (key: 'owner' | 'blog') => Promise<(path: string) => Promise<{ status: number; body: string }>>;
  readonly close: () => Promise<void>;
}

/** Opens a control room on a store, where the servers of the store report. */
export async function openRoom(store: string, settings: Partial<RoomOptions['settings']> = {}): Promise<TestRoom> {
  const folder = await temporaryFolder('control-room');
  await mkdir(folder, { recursive: true });
  const keys = {
    owner: await makeSigningKey(join(folder, 'owner.key')),
    blog: await makeSigningKey(join(folder, 'blog.key')),
  };
  const trusted = {
    owner: { public: keys.owner.public, apps: ['*'], signs: [] },
    blog: { public: keys.blog.public, apps: ['blog'], signs: [] },
  };
  const reports = reportsOf(store);
  const room = await openControlRoom({
    settings: { DATA_DIR: folder, HOST: '127.0.0.1', LOG_LEVEL: 'warn', TRUST_PROXY: 'loopback', ...settings },
    port: 0,
    store: new FolderStore(store),
    trust: new Trust(() => trusted, unnamedSite),
    faults: new FaultLog(reports),
    rollouts: new RolloutLog(reports),
    site: () => readRunningSite(reports),
    servers: new ServerLog(reports),
    policy: defaultPolicy,
  });
  const link = (key: keyof typeof keys) => room.link(keys[key].public);
  return {
    origin: room.origin,
    link,
    enter: async (key) => {
      const { headers } = await fetch(link(key), { method: 'POST', redirect: 'manual' });
      const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
      return async (path) => {
        const response = await fetch(room.origin + path, { headers: { cookie }, redirect: 'manual' });
        return { status: response.status, body: await response.text() };
      };
    },
    close: room.close,
  };
}
