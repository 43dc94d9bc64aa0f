import { statfsSync } from 'node:fs';
import { defineConfig } from '@rstest/core';
import { photographs } from '@site/cli/presets/photographs.ts';
import { compileCache } from '@site/testkit/site/program.ts';

// Workers and the programs that tests start inherit it.
process.env.NODE_COMPILE_CACHE ??= compileCache;

/**
 * Stores and databases flush each file to the disk. On a slow disk, tests would spend most of their time waiting for that,
 * so their files are in memory.
 */
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

/** Timeouts end what hangs. They say nothing about speed: some machines are five times as slow as others. */
const patience = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 10_000 } } };

/** Tests that compare an isolate's classes with Node's own. */
const besideNode = 'shell/src/isolate/**/*.test.ts';

const setUp = 'tests/testkit/src/setUp.ts';

/** The second tier, which `npm test` leaves out. */
const later = process.env.FIRST_TIER ? ['**/*.all.test.ts'] : [];

/** Unit tests, beside the code: components in a simulated browser, everything else in Node. */
export default defineConfig({
  // Some tests wait: with the default of one worker less than processors, the processors were idle half of the time.
  pool: { maxWorkers: 4 },
  // Files share a worker with its loaded packages: loading them takes as long as running the tests.
  isolate: false,
  reporters: ['default', ['json', { outputPath: 'test-results/unit.json' }]],
  projects: [
    {
      name: 'components',
      include: ['{shared,shell,remotes}/**/*.test.{ts,tsx}'],
      exclude: [besideNode, ...later],
      testEnvironment: 'happy-dom',
      ...patience,
      setupFiles: ['shared/testing/setup.ts', setUp],
      tools: { rspack: photographs, swc: { jsc: { transform: { react: { runtime: 'automatic' } } } } },
    },
    {
      name: 'api',
      include: ['{api,tests/e2e/endurance/durability}/**/*.test.ts'],
      exclude: later,
      testEnvironment: 'node',
      ...patience,
      setupFiles: [setUp],
      globalSetup: 'tests/testkit/src/postgres/globalSetup.ts',
    },
    {
      name: 'programs',
      include: ['{platform,tests}/**/*.test.ts', besideNode],
      exclude: ['tests/e2e/endurance/durability/**', 'platform/cli/src/new-site/repository/**', ...later],
      testEnvironment: 'node',
      ...patience,
      // Tests that pass only on a retry are named at the end (docs/testing.md).
      retry: 2,
      setupFiles: [setUp],
    },
  ],
});
