import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { browserFlags, findPresentBrowser } from '@site/kit/browser/findBrowser.ts';
import type { Trial } from '@site/releases/operations/publish.ts';
import { type Release, releaseId } from '@site/releases/Release.ts';
import { type PreflightPage, preflightPages } from '@site/renderer/preflight/preflightPages.ts';
import { withPlace } from '@site/renderer/sourceMaps/sourceMaps.ts';
import { type PreflightSite, startPreflightSite } from '@site/server/preflight/preflightSite.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';

/** How long a page may take to hydrate, in milliseconds: the machine may be busy. */
const hydrationTimeout = 30_000;

/** How often a failing page is tried: on a busy machine it may have timed out. */
const attempts = 3;

/**
 * Opens every page of a release in a browser and waits until it is hydrated. Does nothing when there is no browser.
 *
 * @throws {OperatorError} RELEASE-TRIAL with the browser's errors
 */
export async function preflightInBrowser(trial: Trial, onProgress: (step: string) => void): Promise<void> {
  const { remotes } = trial;
  if (remotes.length === 0) return;
  const executablePath = await findPresentBrowser();
  if (executablePath === undefined) {
    onProgress('no browser was found: the pages are not hydrated');
    return;
  }
  onProgress(`hydrating every page of ${remotes.map(releaseId).join(', ')} in a browser`);
  // Pages can reach only the site of this preflight.
  const args = [...browserFlags, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    for (const remote of remotes) await serveFilesOf(remote, context);
    await hydrateEveryPage(trial, context);
  } finally {
    await browser.close();
  }
}

async function hydrateEveryPage(trial: Trial, context: BrowserContext) {
  const { underTest, shell, liveShell } = trial;
  const site = await startPreflightSite(shell, trial);
  try {
    for (const { url, remote } of await pagesOf(trial, site)) {
      const errors = await errorsOf(context, site.origin + url);
      if (errors.length === 0 || (liveShell && (await failsWith(liveShell, trial, url, context)))) continue;
      const reasons = await Promise.all(
        errors.map((stack) => withPlace({ message: firstLine(stack), stack }, [remote, shell])),
      );
      throw new OperatorError(
        'RELEASE-TRIAL',
        `${url} of ${releaseId(underTest)} failed in a browser: ${reasons.join('; ')}`,
      );
    }
  } finally {
    await site.stop();
  }
}

/** Whether a page also fails with the live shell. Then the new shell isn't to blame. */
async function failsWith(shell: Release, trial: Trial, url: string, context: BrowserContext) {
  const site = await startPreflightSite(shell, trial);
  try {
    return (await errorsOf(context, site.origin + url)).length > 0;
  } finally {
    await site.stop();
  }
}

/** Every page in English: the server has already rendered all languages. */
async function pagesOf(trial: Trial, { origin }: PreflightSite): Promise<readonly PreflightPage[]> {
  const callApi = async ({ path }: { readonly path: string }) => {
    const response = await fetch(origin + path);
    return { status: response.status, headers: {}, body: await response.text() };
  };
  return (await preflightPages(trial, callApi)).filter(({ language }) => language === 'en');
}

const firstLine = (text: string): string => text.split('\n')[0] ?? '';

/** Files on another origin don't exist before the release is stored: serves them from the folder. */
async function serveFilesOf({ manifest, folder }: Release, context: BrowserContext): Promise<void> {
  const { publicPath, files } = manifest;
  if (publicPath.startsWith('/')) return;
  await context.route(`${publicPath}**`, async (route) => {
    const file = `web/${route.request().url().slice(publicPath.length).split('?')[0]}`;
    if (!Object.hasOwn(files, file)) return await route.fulfill({ status: 404 });
    const contentType = file.endsWith('.css') ? 'text/css' : file.endsWith('.js') ? 'text/javascript' : undefined;
    await route.fulfill({
      body: await readFile(join(folder, file)),
      headers: { 'access-control-allow-origin': '*', ...(contentType && { 'content-type': contentType }) },
    });
  });
}

/** The errors that a page has every time it is opened. */
async function errorsOf(context: BrowserContext, address: string): Promise<readonly string[]> {
  let errors: readonly string[] = [];
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const page = await context.newPage();
    errors = await errorsOfVisit(page, address);
    await page.close();
    if (errors.length === 0) break;
  }
  return errors;
}

async function errorsOfVisit(page: Page, address: string): Promise<readonly string[]> {
  const errors: string[] = [];
  // A page that has thrown may never hydrate: its error is enough.
  const { promise: thrown, resolve: onThrown } = Promise.withResolvers<void>();
  page.on('pageerror', (error) => {
    errors.push(error.stack ?? error.message);
    onThrown();
  });
  page.on('console', (message) => {
    // The shell reports failures with a code. Other messages are about third parties, which are unreachable here.
    if (message.type() === 'error' && message.text().startsWith('SITE-')) errors.push(message.text());
  });
  try {
    const response = await page.goto(address, { waitUntil: 'commit' });
    if (!response?.ok()) return [`the site answered with status ${response?.status()}`];
    const hydrated = page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined, undefined, {
      timeout: hydrationTimeout,
    });
    // It rejects when the page closes, when nobody is waiting for it.
    hydrated.catch(() => {});
    await Promise.race([hydrated, thrown]);
    if (errors.length > 0) return errors;
    // Effects run after the first commit: an idle browser has run them.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  } catch (error) {
    if (errors.length === 0) errors.push(error instanceof Error ? error.message : String(error));
  }
  return errors;
}
