import { join } from 'node:path';
import { expect, onTestFinished, test } from '@rstest/core';
import { FaultLog } from '@site/releases/FaultLog.ts';
import { pointerOf } from '@site/releases/pointer.ts';
import { ServerLog } from '@site/releases/ServerLog.ts';
import type { SigningKey } from '@site/releases/signing/keys.ts';
import { signClaims } from '@site/releases/signing/signatures.ts';
import { RolloutLog } from '@site/rollouts/RolloutLog.ts';
import type { Pointer } from '@site/shared/contract/release.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { newFolder, publishApp } from '@site/testkit/releases/fixtures.ts';
import { SignedStore } from '@site/testkit/releases/signedStore.ts';
import { openControlRoom } from './controlRoom.ts';
import type { ActAnswer, SigningTask } from './pages/SigningTask.ts';

/** A room on a store, as somebody uses it who holds a key. */
async function enter(signed: SignedStore, visitor = 'blog') {
  const folder = await newFolder();
  const room = await openControlRoom({
    settings: { DATA_DIR: folder, HOST: '127.0.0.1', LOG_LEVEL: 'silent', TRUST_PROXY: 'loopback' },
    port: 0,
    store: signed.store,
    trust: signed.trust(),
    faults: new FaultLog(join(folder, 'reports')),
    rollouts: new RolloutLog(join(folder, 'reports')),
    site: async () => undefined,
    servers: new ServerLog(join(folder, 'reports')),
    policy: openPolicy,
  });
  onTestFinished(room.close);
  const entered = await fetch(room.link(signed.key(visitor).public), { redirect: 'manual', method: 'POST' });
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
  const ask = async (path: string, request: RequestInit = {}) => {
    const response = await fetch(room.origin + path, { ...request, headers: { cookie, ...request.headers } });
    return { status: response.status, headers: response.headers, body: await response.text() };
  };
  /** What a page proposes to sign. */
  const proposed = async (path: string): Promise<SigningTask> => {
    const { body } = await ask(path);
    const [, task = 'null'] = /data-task="([^"]*)"/.exec(body) ?? [];
    return JSON.parse(task.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as SigningTask;
  };
  const send = async (to: string, sent: unknown, headers: Record<string, string> = {}) => {
    const { status, body } = await ask(to, {
      method: 'POST',
      body: JSON.stringify(sent),
      headers: { 'content-type': 'application/json', ...headers },
    });
    return { status, ...(JSON.parse(body) as ActAnswer) };
  };
  /** Signs a proposal as the browser does. */
  const sign = ({ record, claims, replaced }: SigningTask, key: SigningKey, app = 'blog') => ({
    record: signClaims(pointerOf(app), record as Pointer, claims, key),
    replaced,
  });
  return { room, ask, proposed, send, sign };
}

test('somebody promotes a version with their own key', async () => {
  const signed = await SignedStore.create();
  await publishApp(signed.store, { version: 'version-2' }, { key: signed.key('blog'), trust: signed.trust() });
  const { proposed, send, sign } = await enter(signed);
  const task = await proposed('/en/apps/blog/version-2/promote');
  const answer = await send(task.to, sign(task, signed.key('blog')));
  expect(answer).toMatchObject({ status: 200, title: 'version-2 is live.' });
  expect(await signed.store.read(pointerOf('blog'))).toMatchObject({
    version: 'version-2',
    previous: [{ version: 'version-1' }],
  });
});
