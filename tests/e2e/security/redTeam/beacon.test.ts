/** What anyone can do with browser reports, from any number of addresses. */
import { expect, test } from '@rstest/core';
import type { SharedMemory } from '@site/node/SharedMemory.ts';
import { CountedNetworks } from '@site/rollouts/CountedNetworks.ts';
import { rolloutLimits } from '@site/rollouts/limits.ts';
import { serverLimits } from '@site/server/limits.ts';
import { type BeaconParts, beaconRoute } from '@site/server/operations/beaconRoute.ts';
import { SiteMetrics } from '@site/server/operations/SiteMetrics.ts';
import { beaconPath } from '@site/shared/contract/beacon.ts';
import { memoryHere } from '@site/testkit/memory/memoryHere.ts';
import { newFolder } from '@site/testkit/releases/fixtures.ts';
import Fastify from 'fastify';

/** A different network for each number. */
const networkAt = (index: number) => `2001:db8:${(index >> 2).toString(16)}:${((index & 3) << 14).toString(16)}::1`;

/** The site's endpoint alone, on a site without releases. */
async function endpoint(shared?: SharedMemory) {
  const server = Fastify();
  const metrics = new SiteMetrics(await newFolder());
  const releases = { current: () => ({ remotes: new Map() }) };
  const parts = { settings: {}, releases, rollouts: {}, metrics, shared } as unknown as BeaconParts;
  await beaconRoute(server, parts);
  const headers = { 'content-type': 'text/plain' };
  const report = (remoteAddress: string, failure = { remote: 'blog', release: '1' }) =>
    server.inject({ method: 'POST', url: beaconPath, remoteAddress, headers, body: JSON.stringify({ failure }) });
  return { server, metrics, report };
}

test('invented names leave nothing in the metrics, from however many addresses they are reported', async () => {
  const { server, metrics, report } = await endpoint();
  for (let index = 0; index < 2_000; index += 1)
    await report(networkAt(index), { remote: `remote-${index}`, release: `release-${index}` });
  const { values } = await metrics.beacons.get();
  expect(values.map(({ labels }) => labels)).toEqual([{ result: 'taken' }]);
  expect(await metrics.registry.metrics()).not.toContain('remote-');
  await server.close();
});

test('of 20,000 networks, the last 10,000 are remembered as counted, and the others forgotten', () => {
  const counted = new CountedNetworks();
  const addresses = Array.from({ length: 20_000 }, (_, index) => networkAt(index));
  expect(addresses.filter((address) => counted.add(address))).toHaveLength(addresses.length);
  const known = addresses.slice(-rolloutLimits.countedNetworks.most);
  expect(known.filter((address) => counted.add(address))).toEqual([]);
  expect(counted.add(networkAt(0)), 'forgotten').toBe(true);
});

test('servers that share a memory take as many reports from a network as one alone', async () => {
  const shared = memoryHere();
  const servers = await Promise.all([endpoint(shared), endpoint(shared)]);
  const { fromNetwork } = serverLimits.beacon;
  const taken = async (address: string) => {
    const all = Array.from({ length: fromNetwork }, () => servers.map(({ report }) => report(address))).flat();
    return (await Promise.all(all)).filter(({ statusCode }) => statusCode === 204).length;
  };
  expect(await taken('198.51.100.1')).toBe(fromNetwork);
  shared.setAway(true);
  expect(await taken('198.51.100.2'), 'each by itself').toBe(2 * fromNetwork);
  await Promise.all(servers.map(({ server }) => server.close()));
});
