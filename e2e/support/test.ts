import { type BrowserContext, expect } from '@playwright/test';
import { test as serverTest } from './serverTest.ts';

interface BrowserFixtures {
  readonly watched: Watch;
}

/** A test in a browser: it fails when the browser complains of anything. */
export const test = serverTest.extend<BrowserFixtures>({
  baseURL: ({ site }, use) => use(site.origin),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from this very pattern
  watched: async ({}, use) => use(watch()),
  // Sites of a test's own end after the browser: what it asks for last is answered too.
  context: async ({ context, watched, startOwnSite: _ }, use) => {
    await watched.observe(context);
    await use(context);
    // Of a context that is used again, Playwright leaves these as they are.
    await context.setOffline(false);
    await context.setExtraHTTPHeaders({});
    expect(watched.complaints(), 'what the browser complained of').toEqual([]);
  },
});

export { expect };

/** What a visitor's browser complains of while a test runs. A test with a complaint that it did not expect fails. */
export interface Watch {
  /** Watches everything that a browser's context opens. */
  readonly observe: (context: BrowserContext) => Promise<void>;
  /** Complaints that no pattern allows. */
  readonly complaints: () => readonly string[];
  /** Lets complaints pass that are what the test is about. */
  readonly allow: (pattern: RegExp) => void;
}

/** Chrome says so of every document and file with an error status. */
export const failedResource = /Failed to load resource/;

/** Watches console, uncaught errors, violations of the security policy, and requests to any but our own servers. */
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
}

/** Runs in every document: a violation of a security policy, whatever its header, becomes an error in the console. */
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
