import type { RstestConfig } from '@rstest/core';

/** The unit tests of a remote in its own repository: components in a simulated browser. */
export const remoteTests: RstestConfig = {
  include: ['src/**/*.test.{ts,tsx}'],
  testEnvironment: 'happy-dom',
  setupFiles: ['@site/shared/testing/setup.ts'],
  tools: { swc: { jsc: { transform: { react: { runtime: 'automatic' } } } } },
};
