import { defineConfig } from '@rstest/core';
import { compileCache } from '@site/testkit/site/program.ts';

// Workers inherit it, and programs that tests start.
process.env.NODE_COMPILE_CACHE ??= compileCache;

/** Tests that start programs take as long as the machine needs for it, in milliseconds: on a busy one that is no fault. */
const programTime = 30_000;

/** What an isolate has in place of Node's own is compared with that. */
const besideNode = 'shell/src/isolate/**/*.test.ts';

const resetMocks = 'testkit/src/resetMocks.ts';

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
      setupFiles: ['shared/testing/setup.ts', resetMocks],
      tools: { swc: { jsc: { transform: { react: { runtime: 'automatic' } } } } },
    },
    {
      name: 'api',
      include: ['{api,e2e/endurance/durability}/**/*.test.ts'],
      testEnvironment: 'node',
      testTimeout: programTime,
      setupFiles: [resetMocks],
      globalSetup: 'testkit/src/postgres/globalSetup.ts',
    },
    {
      name: 'programs',
      include: ['{http,releases,server,kit,testkit,bench,e2e}/**/*.test.ts', besideNode],
      exclude: ['e2e/endurance/durability/**'],
      testEnvironment: 'node',
      testTimeout: programTime,
      setupFiles: [resetMocks],
    },
  ],
});
