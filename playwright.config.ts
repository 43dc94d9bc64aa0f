import { defineConfig } from '@playwright/test';
import { browserFlags } from '@site/kit/browser/findBrowser.ts';
import { findBrowser } from '@site/kit/browser/findBrowser.ts';
import type { EngineOptions } from './e2e/engines/engineTest.ts';

// Workers load this file again: they take the browser that was found first.
process.env.CHROMIUM_PATH = await findBrowser();

/** Where motion is part of what a visitor gets. Elsewhere, to draw what moves would take a third of the time. */
const inMotion = /e2e\/(embeds|shell|speed)\/.*\.spec\.ts$/;

/** Where a test waits for most of its time until the site has given something up: one of them at a time costs little. */
const waiting = /e2e\/releases\/(broken|hanging|looping|unreachable)\w*\.spec\.ts$/;

/** Tests in Firefox and WebKit, which Playwright runs and others drive: one browser shows one page after the other. */
const inEngines = /e2e\/engines\/.*\.spec\.ts$/;

const calm = { contextOptions: { reducedMotion: 'reduce' } } as const;

/** Tests of the built site in a real browser. */
export default defineConfig<object, EngineOptions>({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './testkit/src/site/releases.ts',
  outputDir: 'test-results/e2e',
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  workers: 3,
  // What passes only when it is run again is named at the end (docs/decisions/013-flaky-tests.md).
  retries: 1,
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  projects: [
    { name: 'waiting', testMatch: waiting, workers: 1, use: calm },
    { name: 'in motion', testMatch: inMotion },
    { name: 'calm', testIgnore: [waiting, inMotion, inEngines], use: calm },
    { name: 'firefox', testMatch: inEngines, workers: 1, use: { engine: 'firefox' } },
    { name: 'webkit', testMatch: inEngines, workers: 1, use: { engine: 'webkit' } },
  ],
  use: {
    // A new window costs more than most pages do: it is emptied, and used again.
    reuseContext: true,
    actionTimeout: 10_000,
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        ...browserFlags,
        // One process shows page after page, as a visitor's does who stays on the site: its start is half of a visit.
        '--process-per-site',
        // No test reaches anything outside of this machine, whatever the site asks for.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
      ],
    },
  },
});
