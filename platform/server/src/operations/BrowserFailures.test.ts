import { expect, test } from '@rstest/core';
import type { Release, ReleaseSource } from '@site/releases/Release.ts';
import { serverLimits } from '../limits.ts';
import { BrowserFailures } from './BrowserFailures.ts';

const { enough, within, noteAgain } = serverLimits.browserFailures;

const releaseOf = (name: string): Release =>
  ({
    folder: '/nowhere',
    manifest: { name, version: 'version-1', publicPath: `/assets/${name}/version-1/`, files: {} },
  }) as unknown as Release;

function followed() {
  const [shell, blog] = [releaseOf('shell'), releaseOf('blog')];
  const clock = { now: Date.parse('2026-01-01T00:00:00Z') };
  const noted: string[][] = [];
  const logged: unknown[] = [];
  const source = {
    current: () => ({ shell, remotes: new Map([['blog', [blog]]]) }),
    reportFault: ({ manifest }: Release, code: string, message: string) => noted.push([manifest.name, code, message]),
  } as unknown as ReleaseSource;
  const log = { warn: (facts: unknown) => logged.push(facts) };
  const failures = new BrowserFailures(source, log, () => clock.now);
  const report = async (times: number) => {
    for (let count = 0; count < times; count += 1)
      await failures.report(blog, { remote: 'blog', release: 'version-1', at: ['/assets/evil.js:1:1', 'no place'] });
  };
  return { clock, noted, logged, report };
}

test('a single report is logged, but records no fault', async () => {
  const { report, noted, logged } = followed();
  await report(enough - 1);
  expect(noted).toEqual([]);
  expect(logged).toEqual([{ app: 'blog', version: 'version-1', places: [] }]);
});

test('several reports record a fault, which later reports update', async () => {
  const { report, noted, clock } = followed();
  await report(enough + 5);
  expect(noted).toEqual([['blog', 'BROWSER-FAILED', expect.stringContaining(`reported ${enough} failures`)]]);
  clock.now += noteAgain;
  await report(1);
  expect(noted[1]?.[2]).toContain(`reported ${enough + 6} failures of its pages since 2026-01-01T00:00:00.000Z`);
});

test('reports that are far apart record no fault', async () => {
  const { report, noted, clock } = followed();
  for (let visit = 0; visit < 2 * enough; visit += 1) {
    await report(1);
    clock.now += within + 1;
  }
  expect(noted).toEqual([]);
});
