import { expect } from '@playwright/test';
import { sharedSite } from '@site/testkit/site/sharedSite.ts';
import { test as base } from '../support/serverTest.ts';
import { type EngineName, findEngine, type RunningEngine } from './startEngine.ts';
import { patience, type Visitor } from './Visitor.ts';

/** Finding an engine may include installing it. */
const installTime = 600_000;

/** How a test's browser differs from the default. */
interface BrowserSettings {
  readonly dark: boolean;
  readonly plain: boolean;
}

interface EngineFixtures extends BrowserSettings {
  /** A visitor with the project's engine. The test fails when a page has unexpected complaints. */
  readonly visitor: Visitor;
  /** Complaints and requests to third parties that the test expects. */
  readonly allowed: RegExp[];
}

/** Options in playwright.config.ts. */
export interface EngineOptions {
  readonly engine: EngineName;
}

interface SharedBrowsers extends EngineOptions {
  /** The worker's browser with these settings, started on first use; undefined without the engine. */
  readonly browserWith: (settings: BrowserSettings) => Promise<RunningEngine | undefined>;
}

/** A test in Firefox or WebKit, depending on its project. Skipped without such a browser. */
export const test = base.extend<EngineFixtures, SharedBrowsers>({
  engine: ['firefox', { scope: 'worker', option: true }],
  dark: [false, { option: true }],
  plain: [false, { option: true }],
  browserWith: [
    async ({ engine }, use) => {
      const { origin } = sharedSite();
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
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
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

/** Polls until the answer is as expected. Errors count as no answer: they occur while a page is being replaced. */
export const expectSoon = <Answer>(ask: () => Promise<Answer>, message?: string) =>
  expect.poll(() => ask().catch(() => undefined), { timeout: patience, ...(message && { message }) });

export { expect };
