import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { FaultLog } from '@site/releases/FaultLog.ts';
import { type ServedApp, ServerLog } from '@site/releases/ServerLog.ts';
import type { Reader } from '@site/releases/signing/Trust.ts';
import { RolloutLog } from '@site/rollouts/RolloutLog.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { newFolder } from '@site/testkit/releases/fixtures.ts';
import { serverReport } from '@site/testkit/releases/serverReport.ts';
import { SignedStore } from '@site/testkit/releases/signedStore.ts';
import { StoreReader } from './StoreReader.ts';
import { isUnwell, readServers } from './servers.ts';

const owner: Reader = { name: 'owner', maySee: () => true, signs: [], maySeeDesk: false };
const team: Reader = { name: 'blog', maySee: (app) => app === 'blog', signs: [], maySeeDesk: false };

type Live = NonNullable<ServedApp['pointer']>;

/** A store where version-2 of the blog is live, and what a server that shows something of the blog looks like. */
async function roomWith(blog: (live: Live) => ServedApp) {
  const signed = await SignedStore.create();
  await signed.release({ version: 'version-2' });
  const { version, since } = await signed.promote('version-2');
  const reports = join(await newFolder(), 'reports');
  const log = new ServerLog(reports);
  const problems = ['remotes: No release can be shown of: contact.'];
  await log.write(
    serverReport({ apps: { blog: blog({ version, since }), contact: { refused: 'RELEASE-SITE' } }, problems }),
  );
  const reader = new StoreReader({
    store: signed.store,
    trust: signed.trust(),
    faults: new FaultLog(reports),
    rollouts: new RolloutLog(reports),
    policy: openPolicy,
  });
  return { read: (who: Reader) => readServers(reader, log, who) };
}

const earlier = { version: 'version-1', since: '2026-01-01T00:00:00.000Z' };

test.each([
  ['shows what is live', undefined, (live: Live) => ({ version: 'version-2', pointer: live })],
  ['follows an earlier pointer', 'behind', () => ({ version: 'version-1', pointer: earlier })],
  ['refuses it', 'refused', () => ({ version: 'version-1', pointer: earlier, refused: 'RELEASE-REPLAYED' })],
  ['can’t use it', 'fallback', (live: Live) => ({ version: 'version-1', pointer: live })],
  ['can’t show any version', 'missing', (live: Live) => ({ pointer: live })],
] as const)('the owner learns whether a server shows what is live: one that %s', async (_, difference, blog) => {
  const { read } = await roomWith(blog);
  const [server] = await read(owner);
  const shown = server?.apps.find(({ app }) => app === 'blog');
  expect(shown).toMatchObject({ live: 'version-2', difference });
});

test('a team sees what servers show of its own apps, and nothing that names others', async () => {
  const { read } = await roomWith((pointer) => ({ version: 'version-2', pointer }));
  const [server] = await read(team);
  expect(server?.apps.map(({ app }) => app)).toEqual(['blog']);
  expect(JSON.stringify(server)).not.toContain('contact');
  expect(server && isUnwell(server)).toBe(false);
  const [whole] = await read(owner);
  expect(whole?.problems).toHaveLength(1);
  expect(whole && isUnwell(whole)).toBe(true);
});
