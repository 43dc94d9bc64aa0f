import { registerHooks } from 'node:module';
import type { RstestConfig } from '@rstest/core';
import { photographs } from './photographs.ts';

// rstest looks for its simulated browser beside itself and beside the tests, but the kit brings it.
const simulatedBrowser = import.meta.resolve('happy-dom');
registerHooks({
  resolve: (name, context, next) =>
    name === 'happy-dom' ? { url: simulatedBrowser, shortCircuit: true } : next(name, context),
});

/** The unit tests of a remote in its own repository: components in a simulated browser. */
export const remoteTests: RstestConfig = {
  include: ['src/**/*.test.{ts,tsx}'],
  // In the kit it is one file already: rstest needn't bundle it first.
  testEnvironment: { name: 'happy-dom', prebundle: false },
  setupFiles: ['@site/shared/testing/setup.ts'],
  tools: { rspack: photographs, swc: { jsc: { transform: { react: { runtime: 'automatic' } } } } },
};

/** The tests of a site: components in a simulated browser, and the running site in `tests/`. */
export const siteTests: RstestConfig = {
  projects: [
    { ...remoteTests, name: 'components', include: ['{remotes,shared/company}/**/*.test.{ts,tsx}'] },
    { name: 'site', include: ['tests/**/*.test.ts'], testEnvironment: 'node' },
  ],
};
