import { afterAll, afterEach, beforeEach, describe, expect, rs, test } from '@rstest/core';
import { startRedis } from '@site/testkit/memory/startRedis.ts';
import { FaultyProxy } from '@site/testkit/site/faults/FaultyProxy.ts';
import { Registry } from 'prom-client';
import { memoryLimits } from './limits.ts';
import { RedisMemory } from './RedisMemory.ts';

const redis = await startRedis();

afterAll(() => redis?.stop());

const site = 'https://www.example.com';
const opened: RedisMemory[] = [];

beforeEach(async () => {
  await redis?.client.flushAll();
});

afterEach(() => {
  for (const memory of opened.splice(0)) memory.close();
});

/** A server of the site. */
function server(different: { readonly url?: string; readonly secret?: string; readonly site?: string } = {}) {
  const [registry, log] = [new Registry(), { warn: rs.fn(), info: rs.fn() }];
  const options = { url: redis?.url ?? '', site, secret: 'of the servers', registry, log, ...different };
  const memory = new RedisMemory(options);
  opened.push(memory);
  const up = async () => (await registry.getSingleMetric('site_shared_memory_up')?.get())?.values[0]?.value;
  return { memory, log, up };
}

const hour = 60 * 60_000;

/** How long something takes. */
async function timeOf(call: Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await call;
  return performance.now() - begun;
}

describe.skipIf(!redis)('in Redis', () => {
  if (!redis) return;
  const { client, url } = redis;

  test('a text is found by every server of the site, until its time is over, and by no other site or secret', async () => {
    expect(await server().memory.set('page /en', 'Good morning – ☀', 500)).toBe(true);
    expect(await server().memory.get('page /en')).toBe('Good morning – ☀');
    expect(await server({ secret: 'of others' }).memory.get('page /en')).toBeUndefined();
    expect(await server({ site: 'https://www.example.net' }).memory.get('page /en')).toBeUndefined();
    expect(await server().memory.get('page /fr')).toBeUndefined();
    await expect.poll(() => server().memory.get('page /en')).toBeUndefined();
  });

  test('entries of a table are found with their names; a forged, moved or renamed one is left out', async () => {
    const { memory } = server();
    await memory.setEntry('rollout', 'one', 'first', hour);
    await memory.setEntry('rollout', 'other', 'second', hour);
    const [key = ''] = (await client.keys('*rollout')) ?? [];
    expect(await client.pTTL(key)).toBeGreaterThan(hour / 2);
    const sealed = (await client.hGet(key, 'one')) ?? '';
    await client.hSet(key, {
      ['__proto__']: sealed,
      renamed: sealed,
      forged: 'x',
      changed: sealed.replace('first', 'third'),
    });
    const expected = new Map([
      ['one', 'first'],
      ['other', 'second'],
    ]);
    expect(await server().memory.entries('rollout')).toEqual(expected);
    await client.copy(key, key.replace('rollout', 'elsewhere'));
    expect(await memory.entries('elsewhere')).toEqual(new Map());
    await client.hSet(key, 'large', 'x'.repeat(memoryLimits.table));
    expect(await memory.entries('rollout'), 'too large to be read').toEqual(new Map());
  });

  test('all servers count together, until the time since the first count is over', async () => {
    const [one, other] = [server().memory, server().memory];
    const counts = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? one : other).count('a', hour)),
    );
    expect(counts.toSorted((a = 0, b = 0) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(await one.count('b', 300)).toBe(1);
    expect(await other.count('b', 300)).toBe(2);
    await expect.poll(() => one.count('b', 300), { interval: 400 }).toBe(1);
    expect((await client.keys('*')).join()).not.toMatch(/count (a|b)$/m);
    for (const key of await client.keys('*count*')) await client.set(key, 'many');
    expect(await one.count('a', hour), 'a count that is no number').toBeUndefined();
  });

  test('a value of another type or size counts as none, and disturbs no other call', async () => {
    const { memory } = server();
    await memory.set('page /en', 'text', hour);
    const [key = ''] = await client.keys('*page*');
    await client.set(key, 'x'.repeat(2 * memoryLimits.text));
    expect(await memory.get('page /en')).toBeUndefined();
    await client.del(key);
    await client.rPush(key, 'text');
    expect(await memory.get('page /en')).toBeUndefined();
    expect(await memory.set('page /fr', 'text', hour)).toBe(true);
    expect(await memory.set('page /es', 'x'.repeat(memoryLimits.text), hour), 'too large to be kept').toBe(false);
  });

  test('a server learns that the memory is empty at its start, and whenever it was emptied', async () => {
    const emptied = rs.fn();
    server().memory.whenEmpty(emptied);
    await expect.poll(() => emptied.mock.calls.length).toBe(1);
    await client.flushAll();
    await expect.poll(() => emptied.mock.calls.length, { timeout: 3 * memoryLimits.look }).toBe(2);
  });

  test('nobody waits for a memory that is silent, and calls go on when it answers', async () => {
    const network = await FaultyProxy.start(url);
    const { memory, log, up } = server({ url: network.address });
    await expect.poll(() => memory.set('page /en', 'text', hour)).toBe(true);
    network.silence();
    const fiftyCalls = async () => {
      for (let call = 0; call < 50; call += 1) expect(await memory.get('page /en')).toBeUndefined();
    };
    const quick = 5 * memoryLimits.answer;
    expect(await timeOf(fiftyCalls())).toBeLessThan(quick);
    expect(await up()).toBe(0);
    const nextConnection = { timeout: 3 * memoryLimits.backoff.first };
    await expect.poll(() => timeOf(memory.get('page /en')), nextConnection).toBeGreaterThan(memoryLimits.answer / 2);
    expect(await timeOf(fiftyCalls()), 'while that waits for an answer').toBeLessThan(quick);
    await network.heal();
    await expect.poll(() => memory.get('page /en'), { timeout: 10_000 }).toBe('text');
    expect(await up()).toBe(1);
    expect(log.warn.mock.calls).toEqual([[expect.anything(), expect.stringMatching(/^SITE-SHARED .*doesn’t answer/)]]);
    expect(log.info).toHaveBeenCalledTimes(1);
    await network.stop();
  });

  test.each([
    ['a wrong password', () => url.replace('a%3A', 'b%3A')],
    ['a closed port', () => url.replace(/\d+$/, '1')],
    ['a name that nobody has', () => 'redis://nowhere.invalid:6379'],
  ])('with %s, calls end without a result and the log says why, without the password', async (_, address) => {
    const { memory, log } = server({ url: address() });
    await expect.poll(() => log.warn.mock.calls.length).toBe(1);
    expect(await memory.get('page /en')).toBeUndefined();
    expect(await memory.count('a', hour)).toBeUndefined();
    expect(JSON.stringify(log.warn.mock.calls.map(([error, text]) => [String(error), text]))).not.toContain(
      'password@',
    );
  });

  test('a full memory keeps nothing more, and gives what it has', async () => {
    const { memory, log } = server();
    await memory.set('page /en', 'text', hour);
    await client.configSet({ maxmemory: '1', 'maxmemory-policy': 'noeviction' });
    try {
      expect(await memory.set('page /fr', 'text', hour)).toBe(false);
      expect(await memory.count('a', hour)).toBeUndefined();
      expect(await memory.get('page /en')).toBe('text');
      expect(log.warn).toHaveBeenCalledWith(expect.anything(), expect.stringMatching(/^SITE-SHARED .*refuses/));
    } finally {
      await client.configSet({ maxmemory: '0' });
    }
  });
});
