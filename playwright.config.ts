import { defineConfig } from '@playwright/test';
import type { EngineOptions } from '@site/e2e/engines/engineTest.ts';
import { browserFlags, findBrowser, findHeadlessShell } from '@site/testkit/browser/findBrowser.ts';
import { compileCache } from '@site/testkit/site/program.ts';

// Workers and the programs that tests start inherit it.
process.env.NODE_COMPILE_CACHE ??= compileCache;
// Workers load this file again, and use the browsers that were found the first time.
process.env.TESTED_BROWSER ??= await findBrowser();
process.env.TESTED_SHELL ??= await findHeadlessShell(process.env.TESTED_BROWSER);

/** Tests in which motion matters. In all others, drawing it would take a third of the time. */
const inMotion =
  /e2e\/(accessible\/motion|embeds\/\w+|shell\/(backButton|goToTop|history|mobileMenu|navigationBar|scrolling))(\.all)?\.spec\.ts$/;

/**
 * These run first: tests that mostly wait for a timeout or a lost connection, while other tests use the processors, and
 * long rows of tests, which would run alone at the end.
 */
const waiting =
  /e2e\/(dev\/development|endurance\/\w+|operations\/(alerts\.weekly|deploy|units)|security\/fuzz|releases\/(newRemote|standalone\w+|teamDevelops|(broken|bucket|hanging|looping|twoServers|unreachable)\w*))(\.all|\.weekly)?\.spec\.ts$/;

/** Tests in Firefox and WebKit, which Playwright runs but doesn't drive: one browser shows one page after the other. */
const inEngines = /e2e\/engines\/.*\.spec\.ts$/;

/** Tests that depend on how a page is painted, or when its scripts start. */
const painted = /e2e\/visual\/.*\.spec\.ts$/;
const timed = /e2e\/speed\/.*\.spec\.ts$/;

const calm = { contextOptions: { reducedMotion: 'reduce' } } as const;

const launchedAs = (executablePath: string) => ({
  launchOptions: {
    executablePath,
    args: [
      ...browserFlags,
      // One process shows page after page, as when a visitor stays on the site: starting a process takes half of a visit.
      '--process-per-site',
      // No test reaches anything outside this machine, whatever the site requests.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  },
});
const wholeBrowser = launchedAs(process.env.TESTED_BROWSER);
const headlessShell = launchedAs(process.env.TESTED_SHELL);

/** Tests of the built site in a real browser. */
export default defineConfig<object, EngineOptions>({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/testkit/src/site/sharedSite.ts',
  outputDir: 'test-results/e2e',
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  workers: 3,
  // Tests that pass only on a retry are named at the end (docs/testing.md).
  retries: 2,
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  // Timeouts end what hangs. They say nothing about speed: some machines are five times as slow as others.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  // Tests that wait or are long come first, while the others use the processors. Each worker of a project starts its own
  // site and browser, so small projects have two workers.
  projects: [
    { name: 'waiting', testMatch: waiting, workers: 2, use: { ...calm, ...headlessShell } },
    { name: 'firefox', testMatch: inEngines, workers: 1, use: { engine: 'firefox' } },
    { name: 'webkit', testMatch: inEngines, workers: 1, use: { engine: 'webkit' } },
    { name: 'timed', testMatch: timed, workers: 2, use: wholeBrowser },
    { name: 'painted', testMatch: painted, workers: 2, use: { ...calm, ...wholeBrowser } },
    { name: 'in motion', testMatch: inMotion, workers: 2, use: headlessShell },
    { name: 'calm', testIgnore: [waiting, inMotion, timed, painted, inEngines], use: { ...calm, ...headlessShell } },
  ],
  use: {
    // A new window costs more than most pages, so windows are emptied and reused.
    reuseContext: true,
    actionTimeout: 20_000,
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
  },
});
