import { defineConfig } from '@rstest/core';

/** Unit tests, beside the code: components in a simulated browser, everything else in Node itself. */
export default defineConfig({
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
      globalSetup: 'api/src/testing/postgres/globalSetup.ts',
    },
    {
      name: 'programs',
      include: ['{releases,tools,bench,shell/server}/**/*.test.ts'],
      exclude: ['bench/durability/**'],
      testEnvironment: 'node',
    },
  ],
});
