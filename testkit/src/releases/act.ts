/** A program that works on a store until it is done, or killed: `act.ts STORE publish FOLDER | promote VERSION | hold`. */
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { promote } from '@site/releases/operations/promote.ts';
import { publish } from '@site/releases/operations/publish.ts';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import { layout } from '@site/releases/store/layout.ts';
import { withLock } from '@site/releases/store/lock.ts';
import { verifyFolder } from '@site/releases/verify/verifyFolder.ts';

const [location = '', act = '', subject = '', shellFolder = ''] = process.argv.slice(2);
const store = new FolderStore(location);

const acts: Readonly<Record<string, () => Promise<unknown>>> = {
  publish: async () => {
    const shell = { manifest: await verifyFolder('shell', shellFolder), folder: shellFolder };
    return await publish({ store, app: 'blog', folder: subject, commit: undefined, shell, trial: async () => {} });
  },
  promote: () => promote(store, 'blog', subject),
  hold: () =>
    withLock(join(location, layout.lock('blog')), 'blog', async () => {
      writeSync(1, 'started\n');
      await new Promise((resolve) => setTimeout(resolve, 60_000));
    }),
};

if (act !== 'hold') writeSync(1, 'started\n');
try {
  await acts[act]?.();
} catch (error) {
  writeSync(1, `${error instanceof Error && 'code' in error ? String(error.code) : String(error)}\n`);
}
