import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, rs, test } from '@rstest/core';
import { HttpStore } from '@site/releases/store/HttpStore.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { livePolicy } from './livePolicy.ts';

const granted = { ...openPolicy, claims: { shop: [''] } };

/** A release service that answers until it is closed. */
async function startService() {
  const server = createServer((_, response) => response.end(JSON.stringify(granted)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/releases`;
  return { address, store: new HttpStore(address, 2_000), close };
}

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'policy-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test('a team works by the policy of the live site, and offline by the one that it had last', async () => {
  const [{ address, store, close }, folder, say] = [await startService(), await emptyFolder(), rs.fn()];
  expect(await livePolicy(store, say, folder)).toEqual(granted);
  expect(say).toHaveBeenLastCalledWith(`using the route policy of ${address}`);
  await close();
  expect(await livePolicy(store, say, folder)).toEqual(granted);
  expect(say).toHaveBeenLastCalledWith(expect.stringMatching(/can’t be read, using the one of 20[\d-]+T[\d:]+Z: /));
});

test('a team that never saw its site’s policy is told that another one is used', async () => {
  const [{ store, close }, folder, say] = [await startService(), await emptyFolder(), rs.fn()];
  await close();
  expect(await livePolicy(store, say, folder)).toBeUndefined();
  expect(say).toHaveBeenCalledWith(expect.stringContaining('using the kit’s, which may allow less'));
});
