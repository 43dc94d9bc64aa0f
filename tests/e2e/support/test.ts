import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { keptByBrowsers } from '@site/testkit/site/policies.ts';
import { test as serverTest } from './serverTest.ts';
import { visit } from './visitor.ts';

interface BrowserFixtures {
  readonly watched: Watch;
  /**
   * Opens a page for a test that only reads it: it must leave the page as it found it. The page stays open for the next test
   * that reads it, because opening it costs more than most tests.
   */
  readonly read: (address: string) => Promise<Page>;
}

/** A test in a browser. Fails when it logs an unexpected error or warning, or keeps what the privacy policy doesn't name. */
export const test = serverTest.extend<BrowserFixtures>({
  baseURL: ({ site }, use) => use(site.origin),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
  watched: async ({}, use) => use(watch()),
  // Stops the browser before the test's own sites, so that the last requests are still answered.
  context: async ({ context, watched, startOwnSite: _ }, use) => {
    await watched.observe(context);
    await use(context);
    // Playwright doesn't reset these when it reuses a context.
    await context.setOffline(false);
    await context.setExtraHTTPHeaders({});
    const cookies = (await context.cookies()).map(({ name }) => name);
    expect(keptByBrowsers.inAnyLanguage, 'cookies that the privacy policy names').toEqual(
      expect.arrayContaining(cookies),
    );
    expect(watched.complaints(), 'what the browser complained of').toEqual([]);
  },
  read: async ({ browser, site }, use) => {
    reader ??= await openReader(browser, site.origin);
    const { page, watched } = reader;
    await use(async (address) => {
      if (reader?.address !== address) await visit(page, address);
      reader = { page, watched, address };
      return page;
    });
    expect(watched.complaints(), 'what the browser complained of').toEqual([]);
  },
});

/** The page that the tests of a worker read one after the other. */
interface Reader {
  readonly page: Page;
  readonly watched: Watch;
  /** The address of the page that is open. */
  readonly address: string | undefined;
}

/** Not a worker fixture: between tests with and without one, Playwright would start a new worker and browser. */
let reader: Reader | undefined;

async function openReader(browser: Browser, baseURL: string): Promise<Reader> {
  const context = await browser.newContext({ baseURL, locale: 'en-GB', reducedMotion: 'reduce' });
  const watched = watch();
  await watched.observe(context);
  return { page: await context.newPage(), watched, address: undefined };
}

export { expect };

/** Collects the browser's complaints during a test. Unexpected ones fail the test. */
export interface Watch {
  /** Watches all pages of a browser context. */
  readonly observe: (context: BrowserContext) => Promise<void>;
  /** The complaints that are not allowed. */
  readonly complaints: () => readonly string[];
  /** Allows complaints that the test expects. */
  readonly allow: (pattern: RegExp) => void;
}

/** Chrome logs this for every response with an error status. */
export const failedResource = /Failed to load resource/;

/** Watches the console, uncaught errors, violations of the security policy, and requests to third parties. */
function watch(): Watch {
  const said: string[] = [];
  const allowed: RegExp[] = [];
  return {
    observe: (context) => noteComplaints(context, said),
    complaints: () => said.filter((text) => !allowed.some((pattern) => pattern.test(text))),
    allow: (pattern) => void allowed.push(pattern),
  };
}

async function noteComplaints(context: BrowserContext, said: string[]): Promise<void> {
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      said.push(`${message.type()}: ${message.text()} ${message.location().url}`);
  });
  context.on('weberror', (error) => said.push(`uncaught: ${error.error().stack}`));
  context.on('request', (request) => {
    if (!/^(http:\/\/127\.0\.0\.1:|data:|blob:|about:)/.test(request.url())) said.push(`request: ${request.url()}`);
  });
  await context.addInitScript(reportViolations);
  await context.addInitScript(reportNotes, keptByBrowsers.inAnyLanguage);
}

/** Runs in every document: logs violations of any security policy as errors. */
function reportViolations(): void {
  const types = ['integrity-violation', 'permissions-policy-violation'];
  new ReportingObserver(
    (reports) => {
      for (const report of reports) console.error(`Content-Security-Policy: ${JSON.stringify(report)}`);
    },
    { types, buffered: true },
  ).observe();
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    console.error(`Content-Security-Policy: ${violatedDirective} blocked ${blockedURI}`);
  });
}

/** Runs in every document: logs what it stores under other names than these as an error. */
function reportNotes(names: readonly string[]): void {
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (name, value) {
    if (!names.includes(name)) console.error(`The privacy policy doesn’t name what is stored as “${name}”`);
    setItem.call(this, name, value);
  };
}
