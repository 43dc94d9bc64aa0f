import rateLimit from '@fastify/rate-limit';
import { expect, test } from '@rstest/core';
import { memoryHere } from '@site/testkit/memory/memoryHere.ts';
import Fastify from 'fastify';
import { networkLimit } from './networkLimit.ts';
import type { SharedMemory } from './SharedMemory.ts';

/** A server on which a network may do something three times a minute. Returns for how long it must wait. */
async function serverOf(shared: SharedMemory | undefined, what = 'searches') {
  const server = Fastify();
  await server.register(rateLimit, { global: false });
  const tooMany = networkLimit(server, { what, fromNetwork: 3, window: 60_000 }, shared);
  server.get('/', async (request) => ({ wait: await tooMany(request) }));
  return async (from: string): Promise<number | undefined> =>
    (await server.inject({ url: '/', remoteAddress: from })).json().wait;
}

const servers = (shared: SharedMemory | undefined) => Promise.all([serverOf(shared), serverOf(shared)]);

test('servers that share a memory have one limit for a network, and others have theirs', async () => {
  const shared = memoryHere();
  const [one, other] = await servers(shared);
  for (const ask of [one, other, one]) expect(await ask('198.51.100.1')).toBeUndefined();
  expect(await other('198.51.100.1')).toBe(60);
  expect(await other('198.51.100.2')).toBeUndefined();
  expect(await (await serverOf(shared, 'forms'))('198.51.100.1'), 'something else').toBeUndefined();
});

test('without a shared memory, and while it is away, each server counts for itself', async () => {
  const away = memoryHere();
  away.setAway(true);
  for (const shared of [undefined, away]) {
    const [one, other] = await servers(shared);
    for (let times = 0; times < 3; times += 1) expect(await one('198.51.100.1')).toBeUndefined();
    expect(await one('198.51.100.1')).toBe(60);
    expect(await other('198.51.100.1')).toBeUndefined();
  }
});

test('what a server has counted holds when the memory goes away', async () => {
  const shared = memoryHere();
  const [one] = await servers(shared);
  for (let times = 0; times < 3; times += 1) await one('198.51.100.1');
  shared.setAway(true);
  expect(await one('198.51.100.1')).toBe(60);
});
