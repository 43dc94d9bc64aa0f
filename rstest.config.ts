import { defineConfig } from '@rstest/core';

/** Tests that start programs take as long as the machine needs for it, in milliseconds: on a busy one that is no fault. */
const programTime = 30_000;

/** Unit tests, beside the code: components in a simulated browser, everything else in Node itself. */
export default defineConfig({
  // Some tests wait: with a worker less than processors, as it would be, the others were idle for half of the time.
  pool: { maxWorkers: 3 },
  reporters: ['default', ['json', { outputPath: 'test-results/unit.json' }]],
  projects: [
    {
      name: 'components',
      include: ['{shared,shell,remotes}/**/*.test.{ts,tsx}'],
      exclude: ['shell/server/**'],
      testEnvironment: 'happy-dom',
      setupFiles: ['shared/testing/setup.ts'],
      tools: { swc: { jsc: { transform: { react: { runtime: 'automatic' } } } } },
    },
    {
      name: 'api',
      include: ['{api,bench/durability}/**/*.test.ts'],
      testEnvironment: 'node',
      testTimeout: programTime,
      globalSetup: 'api/src/testing/postgres/globalSetup.ts',
    },
    {
      name: 'programs',
      include: ['{releases,tools,bench,shell/server}/**/*.test.ts'],
      exclude: ['bench/durability/**'],
      testEnvironment: 'node',
      testTimeout: programTime,
    },
  ],
});
