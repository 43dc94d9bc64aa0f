import { expect } from '@playwright/test';
import { test as base } from '../support/serverTest.ts';
import { type EngineName, findEngine, type RunningEngine } from './startEngine.ts';
import type { Visitor } from './Visitor.ts';

/** Finding an engine may mean to install it. */
const installTime = 600_000;

/** How a test's browser differs from the ordinary one. */
interface BrowserSettings {
  readonly dark: boolean;
  readonly plain: boolean;
}

interface EngineFixtures extends BrowserSettings {
  /** Sits in front of a browser of the project's engine; a test fails when a page complains of anything. */
  readonly visitor: Visitor;
  /** Complaints and requests to others that are what the test is about. */
  readonly allowed: RegExp[];
}

/** What a project of playwright.config.ts says. */
export interface EngineOptions {
  readonly engine: EngineName;
}

interface SharedBrowsers extends EngineOptions {
  /** The worker's browser with these settings, started for the first test that wants it; nothing without the engine. */
  readonly browserWith: (settings: BrowserSettings) => Promise<RunningEngine | undefined>;
}

/** A test in Firefox or WebKit, as its project says. Where there is no such browser it is skipped. */
export const test = base.extend<EngineFixtures, SharedBrowsers>({
  engine: ['firefox', { scope: 'worker', option: true }],
  dark: [false, { option: true }],
  plain: [false, { option: true }],
  browserWith: [
    async ({ engine, site: { origin } }, use) => {
      const start = await findEngine(engine);
      if (!start) console.error(`The tests in ${engine} are skipped: there is none, and none could be installed.`);
      const browsers = new Map<string, Promise<RunningEngine | undefined>>();
      await use((settings) => {
        const key = JSON.stringify(settings);
        const { dark, plain } = settings;
        const browser = browsers.get(key) ?? Promise.resolve(start?.({ origin, dark, javaScript: !plain }));
        browsers.set(key, browser);
        return browser;
      });
      for (const browser of browsers.values()) await (await browser)?.close();
    },
    { scope: 'worker', timeout: installTime },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from this very pattern
  allowed: async ({}, use) => use([]),
  visitor: async ({ engine, site, dark, plain, browserWith, allowed, startOwnSite: _ }, use, testInfo) => {
    const browser = await browserWith({ dark, plain });
    testInfo.skip(!browser, `${engine} is not on this machine.`);
    if (!browser) return;
    const { visitor } = browser;
    visitor.origin = site.origin;
    await visitor.resize(1440, 900);
    await use(visitor);
    const notAllowed = (said: string) => !allowed.some((pattern) => pattern.test(said));
    const complaints = await visitor.complaints();
    visitor.origin = site.origin;
    await visitor.leave();
    expect(complaints.filter(notAllowed), 'what the pages complained of').toEqual([]);
  },
});

/** Asks until the answer is the expected one. While a page is being replaced by another, it answers nothing. */
export const expectSoon = <Answer>(ask: () => Promise<Answer>, message?: string) =>
  expect.poll(() => ask().catch(() => undefined), message);

export { expect };
