import { setTimeout as delay } from 'node:timers/promises';
import { remoteTexts } from '@site/renderer/preflight/remoteTexts.ts';
import type { BrowserContext, ConsoleMessage, Page } from 'playwright-core';
import { componentPlaces } from './componentPlaces.ts';
import { elementFaults } from './watchPage.ts';

/** Something that a browser finds wrong with a page. */
export interface Complaint {
  readonly message: string;
  /** Places in built scripts, as in a stack trace. */
  readonly stack: string;
}

/**
 * In milliseconds, enough for a busy machine. `visit` ends the visit of a page that blocks its thread and never answers. `close`
 * ends Playwright's wait when Chromium ignores that a page is closed while it reloads (crbug.com/536385539).
 */
const timeouts = { hydration: 30_000, quiet: 5_000, visit: 45_000, close: 5_000 };

/** How often a failing page is tried: on a busy machine it may have timed out. */
const attempts = 2;

/** How many complaints about a page, and characters of each, are kept. */
const most = { complaints: 20, characters: 500 };

/**
 * What a browser finds wrong with a page every time it is opened.
 *
 * @param status that it must have
 */
export async function visitPage(context: BrowserContext, address: string, status = 200): Promise<readonly Complaint[]> {
  let complaints: readonly Complaint[] = [];
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const page = await context.newPage();
    try {
      const tooLong = delay(timeouts.visit, [{ message: 'it took too long', stack: '' }], { ref: false });
      complaints = withoutRepetition(await Promise.race([visit(page, address, status), tooLong]));
    } finally {
      await Promise.race([page.close(), delay(timeouts.close, undefined, { ref: false })]);
    }
    if (complaints.length === 0) break;
  }
  return complaints;
}

async function visit(page: Page, address: string, status: number): Promise<readonly Complaint[]> {
  const complaints: Complaint[] = [];
  // A page that has thrown may never hydrate: its error is enough.
  const { promise: thrown, resolve: onThrown } = Promise.withResolvers<void>();
  const complain = (complaint: Complaint) => {
    if (complaints.length < most.complaints) complaints.push(complaint);
  };
  page.on('pageerror', (error) => {
    complain({ message: firstLine(error.stack ?? error.message), stack: error.stack ?? '' });
    onThrown();
  });
  page.on('console', (message) => {
    const isOfDocument = status !== 200 && message.location().url === address;
    if (isComplaint(message) && !isOfDocument) complain(complaintOf(message));
  });
  let documents = 0;
  page.on('request', (request) => {
    if (!request.isNavigationRequest() || request.url() !== address || ++documents === 1) return;
    complain({ message: 'it loads its document again', stack: '' });
    onThrown();
  });
  try {
    const response = await page.goto(address, { waitUntil: 'commit' });
    if (response?.status() !== status)
      return [{ message: `the site answered with status ${response?.status()}`, stack: '' }];
    const html = response.text().catch(() => '');
    const hydrated = page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined, undefined, {
      timeout: timeouts.hydration,
    });
    // It rejects when the page closes, when nobody is waiting for it.
    hydrated.catch(() => {});
    await Promise.race([hydrated, thrown]);
    // Effects run after the first commit, and may load something: an idle browser has run them.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    await page.waitForLoadState('networkidle', { timeout: timeouts.quiet }).catch(() => {});
    const index = complaints.findIndex(({ message }) => isMismatch.test(message));
    if (index >= 0) complaints[index] = mismatchOf(await html, await page.content());
    return [...complaints, ...(await complaintsAboutElements(page))];
  } catch (error) {
    if (complaints.length === 0) complaints.push({ message: firstLine(String(error)), stack: '' });
  }
  return complaints;
}

/** React prints an error that the shell then reports with a code. */
const withoutRepetition = (complaints: readonly Complaint[]): readonly Complaint[] =>
  complaints.filter(
    ({ message }, index) =>
      !complaints.some(
        (other, at) => at !== index && other.message.includes(message) && (other.message !== message || at < index),
      ),
  );

/** `elementFaults` says more about what the policy blocks. */
const isComplaint = (message: ConsoleMessage): boolean =>
  message.type() === 'error' && !message.text().includes('Content Security Policy');

function complaintOf(message: ConsoleMessage): Complaint {
  const { url, lineNumber, columnNumber } = message.location();
  const text = message.text();
  // For a file that failed to load, the location is its address.
  if (text.startsWith('Failed to load resource')) return { message: `${text} ${new URL(url).pathname}`, stack: '' };
  // The shell's own reports have the stack of their cause; other places count from 0.
  return { message: firstLine(text), stack: `${text}\nat ${url}:${lineNumber + 1}:${columnNumber + 1}` };
}

async function complaintsAboutElements(page: Page): Promise<readonly Complaint[]> {
  const faults = await page.evaluate(elementFaults);
  const complaints: Complaint[] = [];
  for (const [index, { message, script }] of faults.slice(0, most.complaints).entries())
    complaints.push({ message, stack: [script ?? [], await componentPlaces(page, index)].flat().join('\n') });
  return complaints;
}

/** React's production build names a page that differs from the server's HTML by a number. */
const isMismatch = /Minified React error #(?:418|423|425)\b/;

/** Says what React doesn't. */
function mismatchOf(served: string, shown: string): Complaint {
  const [server, browser] = [remoteTexts(served), remoteTexts(shown)];
  const gone = server.filter((text) => !browser.includes(text));
  const come = browser.filter((text) => !server.includes(text));
  const quoted = (texts: readonly string[]) =>
    texts
      .slice(0, 3)
      .map((text) => `“${text.slice(0, 60)}”`)
      .join(', ');
  const difference =
    gone.length + come.length > 0
      ? ` the server writes ${quoted(gone) || 'nothing'}, the browser ${quoted(come) || 'nothing'}`
      : '';
  return {
    message: `the browser renders something else than the server:${difference || ' other elements'}`,
    stack: '',
  };
}

const firstLine = (text: string): string => (text.split('\n')[0] ?? '').slice(0, most.characters);
