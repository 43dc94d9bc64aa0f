import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { OwnProcesses } from './OwnProcesses.ts';

beforeEach(() => void rs.useFakeTimers());
afterEach(() => void rs.useRealTimers());

const waiting = { pages: 12, time: 1_000 };

/** Asks for pages that last until they are ended, and notes for whom each began. */
function asking(processes: OwnProcesses) {
  const begun: string[] = [];
  const running: (() => void)[] = [];
  const ask = (address: string) => {
    const page = Promise.withResolvers<string>();
    const begin = () => {
      begun.push(address);
      running.push(() => page.resolve('shown'));
      return page.promise;
    };
    return processes.render(address, begin).then((page) => (typeof page === 'string' ? page : page.reason));
  };
  const endFirst = async () => {
    running.shift()?.();
    await rs.advanceTimersByTimeAsync(0);
  };
  return { ask, begun, endFirst };
}

const [flood, other] = ['192.0.2.1', '192.0.2.2'];

test('anyone who asks for one page comes before the many of others, whatever these wait for', async () => {
  const { ask, begun, endFirst } = asking(new OwnProcesses({ all: 4, network: 2, waiting }));
  const second = '192.0.2.3';
  for (let page = 0; page < 5; page += 1) for (const address of [flood, second]) void ask(address);
  expect(begun).toEqual([flood, second, flood, second]);
  const shown = ask(other);
  await endFirst();
  expect(begun.at(-1)).toBe(other);
  for (let page = 0; page < 10; page += 1) await endFirst();
  expect(await shown).toBe('shown');
  expect(begun).toHaveLength(11);
});

test('one network fills neither the processes nor the places of those who wait', async () => {
  const { ask, begun } = asking(new OwnProcesses({ all: 4, network: 2, waiting }));
  const outcomes = Array.from({ length: 20 }, () => ask(flood));
  expect(begun).toEqual([flood, flood]);
  const fairShare = waiting.pages / 2;
  expect(await Promise.all(outcomes.slice(2 + fairShare))).toEqual(Array(18 - fairShare).fill('fair-share'));
  for (const address of [other, '192.0.2.3']) void ask(address);
  expect(begun).toEqual([flood, flood, other, '192.0.2.3']);
});

test('many networks wait in a limited number, and for a limited time', async () => {
  const { ask, begun, endFirst } = asking(new OwnProcesses({ all: 1, network: 1, waiting }));
  const outcomes = Array.from({ length: waiting.pages + 2 }, (_, index) => ask(`192.0.2.${index}`));
  expect(await outcomes.at(-1)).toBe('rendering');
  await rs.advanceTimersByTimeAsync(waiting.time);
  expect(await Promise.all(outcomes.slice(1))).toEqual(Array(waiting.pages + 1).fill('rendering'));
  await endFirst();
  expect(begun, 'nobody waits for the others any more').toHaveLength(1);
  void ask(other);
  expect(begun).toHaveLength(2);
});
