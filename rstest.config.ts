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
    { name: 'programs', include: ['{api,releases,tools,bench,shell/server}/**/*.test.ts'], testEnvironment: 'node' },
  ],
});
