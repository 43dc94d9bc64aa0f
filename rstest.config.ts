import { statfsSync } from 'node:fs';
import { defineConfig } from '@rstest/core';
import { compileCache } from '@site/testkit/site/program.ts';

// Workers inherit it, and programs that tests start.
process.env.NODE_COMPILE_CACHE ??= compileCache;

/** Stores and databases write each file through to the disk. Where that is slow, tests would wait for it most of their time: they have it in memory. */
const memory = '/dev/shm';
const enough = 4 * 1024 ** 3;
if (freeBytes(memory) > enough) process.env.TMPDIR ??= memory;

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

/** Tests that start programs take as long as the machine needs for it, in milliseconds: on a busy one that is no fault. */
const programTime = 30_000;

/** What an isolate has in place of Node's own is compared with that. */
const besideNode = 'shell/src/isolate/**/*.test.ts';

const setUp = 'tests/testkit/src/setUp.ts';

/** Unit tests, beside the code: components in a simulated browser, everything else in Node itself. */
export default defineConfig({
  // Some tests wait: with a worker less than processors, as it would be, the others were idle for half of the time.
  pool: { maxWorkers: 3 },
  // Files share a worker with its packages: to load them takes as long as to run the tests.
  isolate: false,
  reporters: ['default', ['json', { outputPath: 'test-results/unit.json' }]],
  projects: [
    {
      name: 'components',
      include: ['{shared,shell,remotes}/**/*.test.{ts,tsx}'],
      exclude: [besideNode],
      testEnvironment: 'happy-dom',
      setupFiles: ['shared/testing/setup.ts', setUp],
      tools: { swc: { jsc: { transform: { react: { runtime: 'automatic' } } } } },
    },
    {
      name: 'api',
      include: ['{api,tests/e2e/endurance/durability}/**/*.test.ts'],
      testEnvironment: 'node',
      testTimeout: programTime,
      setupFiles: [setUp],
      globalSetup: 'tests/testkit/src/postgres/globalSetup.ts',
    },
    {
      name: 'programs',
      include: ['{platform,tests}/**/*.test.ts', besideNode],
      exclude: ['tests/e2e/endurance/durability/**'],
      testEnvironment: 'node',
      testTimeout: programTime,
      // What passes only when it is run again is named at the end (docs/testing.md).
      retry: 1,
      setupFiles: [setUp],
    },
  ],
});
