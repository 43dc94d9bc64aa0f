/** Works on a store until it is done or killed: `storeProcessMain.ts STORE publish FOLDER SHELL | promote VERSION [KEY] | hold`. */

import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { storePath } from '@site/releases/names.ts';
import { promote } from '@site/releases/operations/promote.ts';
import { publish } from '@site/releases/operations/publish.ts';
import { pointerOf } from '@site/releases/pointer.ts';
import { busyError } from '@site/releases/signedRecord.ts';
import { unnamedSite } from '@site/releases/signing/audience.ts';
import { readSigningKey } from '@site/releases/signing/keys.ts';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import { withLock } from '@site/releases/store/lock.ts';
import { verifyFolder } from '@site/releases/verify.ts';

const [location = '', command = '', subject = '', other = ''] = process.argv.slice(2);
const store = new FolderStore(location);

const commands: Readonly<Record<string, () => Promise<unknown>>> = {
  publish: async () => {
    const shell = { manifest: await verifyFolder('shell', other), folder: other };
    const options = { folder: subject, provenance: {}, shells: [shell], remotes: [], preflight: async () => [] };
    return await publish({ store, app: 'blog', ...options });
  },
  promote: async () => {
    const signing = other === '' ? undefined : { key: readSigningKey(other), site: unnamedSite, life: 60_000 };
    return await promote(store, 'blog', subject, { signing });
  },
  hold: () =>
    withLock(
      join(location, storePath.lock('blog')),
      () => busyError(pointerOf('blog')),
      async () => {
        writeSync(1, 'started\n');
        await delay(60_000);
      },
    ),
};

if (command !== 'hold') writeSync(1, 'started\n');
try {
  await commands[command]?.();
} catch (error) {
  writeSync(1, `${error instanceof Error && 'code' in error ? String(error.code) : String(error)}\n`);
}
