import { expect, rs, test } from '@rstest/core';
import type { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { ServerEnd } from './ServerProcess.ts';
import type { SlotServer } from './ServerSlot.ts';
import { Supervisor } from './Supervisor.ts';

/** A server that does what its test says. */
class FakeServer implements SlotServer {
  readonly number: number;
  readonly pid = 1;
  readonly listensAtOnce: boolean;
  readonly #ready = Promise.withResolvers<string>();
  readonly #ended = Promise.withResolvers<ServerEnd>();
  served: number | undefined;
  isStopped = false;
  readonly ready = this.#ready.promise;
  readonly ended = this.#ended.promise;

  constructor(number: number, listensAtOnce: boolean) {
    this.number = number;
    this.listensAtOnce = listensAtOnce;
    this.ready.catch(() => {});
  }

  readonly ask = async (): Promise<unknown> => this.number;

  start(): void {
    this.served = 0;
    this.#ready.resolve('http://127.0.0.1:3000');
  }

  end(): void {
    this.#ended.resolve({ code: null, signal: 'SIGKILL' });
    this.#ready.reject(new Error('ended'));
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.end();
  }
}

/** A supervisor of two, the servers that it has started, and what it has reported. */
function supervisorOfTwo() {
  const servers: FakeServer[] = [];
  const reports: string[] = [];
  const supervisor = new Supervisor(2, {
    launch: (number, { listensAtOnce }) => {
      const server = new FakeServer(number, listensAtOnce);
      servers.push(server);
      return server;
    },
    report: ({ code }: OperatorError) => void reports.push(code),
  });
  return { supervisor, servers, reports };
}

const turn = async () => await rs.advanceTimersByTimeAsync(0);

async function started() {
  const all = supervisorOfTwo();
  const origin = all.supervisor.start();
  all.servers[0]?.start();
  await turn();
  all.servers[1]?.start();
  expect(await origin).toBe('http://127.0.0.1:3000');
  return all;
}

test('the second server starts when the first one takes visitors, and listens when it is ready', async () => {
  rs.useFakeTimers();
  const { servers } = await started();
  expect(servers.map(({ number, listensAtOnce }) => [number, listensAtOnce])).toEqual([
    [1, true],
    [2, false],
  ]);
});

test('a start fails with its first server', async () => {
  rs.useFakeTimers();
  const { supervisor, servers, reports } = supervisorOfTwo();
  const start = supervisor.start();
  servers[0]?.end();
  await expect(start).rejects.toThrow();
  await rs.advanceTimersByTimeAsync(60_000);
  expect([servers.length, reports]).toEqual([1, []]);
});

test('a lost server is replaced at once, and one that is lost again and again, later and later', async () => {
  rs.useFakeTimers();
  const random = rs.spyOn(Math, 'random').mockReturnValue(0);
  const { servers, reports } = await started();
  const waits: number[] = [];
  for (let loss = 0; loss < 9; loss += 1) {
    const before = servers.length;
    servers.at(-1)?.end();
    let wait = 0;
    await turn();
    for (; servers.length === before; wait += 250) await rs.advanceTimersByTimeAsync(250);
    waits.push(wait);
  }
  expect(waits).toEqual([0, 250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
  expect(new Set(reports)).toEqual(new Set(['SITE-SERVER']));
  expect(servers[0]?.isStopped).toBe(false);
  random.mockRestore();
});

test('a reload replaces one server after the other, each by one that takes visitors', async () => {
  rs.useFakeTimers();
  const { supervisor, servers } = await started();
  const stopped = () => servers.map(({ isStopped }) => isStopped);
  supervisor.reload();
  await turn();
  expect(stopped()).toEqual([false, false, false]);
  servers[2]?.start();
  await turn();
  expect(stopped()).toEqual([true, false, false, false]);
  servers[3]?.start();
  await turn();
  expect(stopped()).toEqual([true, true, false, false]);
  expect(servers.slice(2).map(({ listensAtOnce }) => listensAtOnce)).toEqual([false, false]);
});

test('a reload whose first new server ends leaves the others as they are', async () => {
  rs.useFakeTimers();
  const { supervisor, servers, reports } = await started();
  supervisor.reload();
  await turn();
  servers[2]?.end();
  await turn();
  expect(servers.map(({ isStopped }) => isStopped)).toEqual([false, false, false]);
  expect(reports).toEqual(['SITE-RELOAD']);
});
