import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import type { Release, ReleaseSet, ReleaseSource } from '@site/releases/Release.ts';
import { rendererLimits } from '../limits.ts';
import { type Failure, refused } from '../outcome/outcome.ts';
import { WorkingShell } from './WorkingShell.ts';

beforeEach(() => {
  rs.useFakeTimers();
  rs.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  rs.useRealTimers();
  rs.restoreAllMocks();
});

/** What is live with the first of some shells; the others are the earlier ones. */
const setOf = ([version, ...earlier]: readonly string[]): ReleaseSet =>
  ({
    shell: { manifest: { name: 'shell', version } },
    fallbacks: earlier.map((before) => setOf([before])),
  }) as unknown as ReleaseSet;

const failure: Failure = { kind: 'threw', message: 'It threw.' };

/** Shells of a source, and which of them fail. */
function shells(...versions: readonly string[]) {
  const failing = new Set<string>();
  const checked: string[] = [];
  const faults: string[] = [];
  let live = versions;
  const source = {
    current: () => setOf(live),
    reportFault: ({ manifest }: Release, code: string, message: string) =>
      faults.push(`${manifest.version} ${code} ${message}`),
    clearFault: () => {},
  } as unknown as ReleaseSource;
  let refusals = 0;
  const working = new WorkingShell(source, {
    check: async ({ shell: { manifest } }) => {
      checked.push(manifest.version);
      if (refusals-- > 0) return refused('rendering');
      return failing.has(manifest.version) ? failure : undefined;
    },
    onFailure: () => {},
    log: { warn: () => {} },
  });
  return {
    working,
    failing,
    checked,
    faults,
    promote: (version: string) => {
      live = [version, ...live];
    },
    refuse: (times: number) => {
      refusals = times;
    },
    shown: () => working.current().shell.manifest.version,
  };
}

const settle = () => rs.advanceTimersByTimeAsync(0);

test('visitors keep the earlier shell until the new one has passed its check', async () => {
  const { working, promote, shown, checked } = shells('one');
  expect(await working.settled()).toEqual(setOf(['one']));
  promote('two');
  expect(shown()).toBe('one');
  await settle();
  expect([shown(), checked]).toEqual(['two', ['one', 'two']]);
});

test('at a start, the first shell that passes is shown, and the live one’s fault is recorded', async () => {
  const { working, failing, faults } = shells('three', 'two', 'one');
  failing.add('three').add('two');
  expect(await working.settled()).toEqual(setOf(['one']));
  expect(faults[0]).toContain('three RENDER-SHELL shell@three can’t render pages: It threw. Visitors get shell@two.');
  expect(working.problem).toContain('Visitors get shell@one.');
});

test('a shell that fails is checked again, less and less often, and shown when it works', async () => {
  const { working, failing, shown, checked } = shells('two', 'one');
  failing.add('two');
  await working.settled();
  const { first } = rendererLimits.shellBackoff;
  const checksWithin = async (time: number) => {
    checked.splice(0);
    await rs.advanceTimersByTimeAsync(time);
    shown();
    await settle();
    return checked.length;
  };
  expect(await checksWithin(first - 1)).toBe(0);
  expect(await checksWithin(1)).toBe(1);
  expect(await checksWithin(2 * first - 1)).toBe(0);
  failing.clear();
  expect(await checksWithin(1)).toBe(1);
  expect([shown(), working.problem]).toEqual(['two', undefined]);
});

test('a shell that fails later gives way to the earlier one, unless it passes another check', async () => {
  const { working, failing, shown } = shells('two', 'one');
  await working.settled();
  working.suspect(working.current());
  await settle();
  expect(shown()).toBe('two');
  failing.add('two');
  working.suspect(working.current());
  await settle();
  shown();
  await settle();
  expect(shown()).toBe('one');
});

test('a check that is refused because of overload changes nothing', async () => {
  const { working, refuse, faults } = shells('one');
  refuse(1);
  expect(await working.settled()).toEqual(refused('rendering'));
  expect(await working.settled()).toEqual(setOf(['one']));
  expect(faults).toEqual([]);
});
