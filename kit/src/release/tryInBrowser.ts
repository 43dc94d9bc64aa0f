import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { type Release, releaseId } from '@site/releases/Release.ts';
import { type PreflightPage, preflightPages } from '@site/server/preflight/preflightPages.ts';
import { type PreflightSite, startPreflightSite } from '@site/server/preflight/preflightSite.ts';
import { withPlace } from '@site/server/render/sourceMaps.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { browserFlags } from '../browser/browserFlags.ts';
import { findPresentBrowser } from '../browser/findBrowser.ts';

/** How long a page may take until its scripts run, in milliseconds: the machine may be busy. */
const hydration = 30_000;

/** A page that failed is opened again: a busy machine may have taken the time that it has. */
const attempts = 3;

/**
 * Opens every page of a release in a browser, where one is there, and lets its scripts take the page over.
 *
 * @throws {OperatorError} RELEASE-TRIAL with what the browser complained of
 */
export async function tryInBrowser(
  candidate: Release,
  shell: Release,
  onProgress: (step: string) => void,
): Promise<void> {
  const executablePath = await findPresentBrowser();
  if (executablePath === undefined) {
    onProgress('no browser was found: the pages are not hydrated');
    return;
  }
  const { name } = candidate.manifest;
  onProgress(`hydrating every page of ${releaseId(candidate)} in a browser`);
  // The preflight reaches nothing but its own site, whatever a page asks for.
  const args = [...browserFlags, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const site = await startPreflightSite(candidate, shell);
    try {
      const context = await browser.newContext({ reducedMotion: 'reduce' });
      await serveFilesOf(candidate, context);
      for (const page of await pagesOf(name, site)) await tryPage(page, candidate, shell, context, site);
    } finally {
      await site.stop();
    }
  } finally {
    await browser.close();
  }
}

/** Every page of a remote in one language: the server has rendered them in all. */
async function pagesOf(remote: string, { origin }: PreflightSite): Promise<readonly PreflightPage[]> {
  const call = async ({ path }: { readonly path: string }) => {
    const response = await fetch(origin + path);
    return { status: response.status, headers: {}, body: await response.text() };
  };
  return (await preflightPages(remote, { call })).filter(({ language }) => language === 'en');
}

async function tryPage(
  { url, module }: PreflightPage,
  candidate: Release,
  shell: Release,
  context: BrowserContext,
  { origin }: PreflightSite,
): Promise<void> {
  const complaints = await complaintsOf(context, origin + url);
  if (complaints.length === 0) return;
  const reason = complaints
    .map((stack) => withPlace({ message: firstLine(stack), stack }, [candidate, shell]))
    .join('; ');
  throw new OperatorError(
    'RELEASE-TRIAL',
    `${url} (${module} of ${releaseId(candidate)}) failed in a browser: ${reason}`,
  );
}

const firstLine = (text: string): string => text.split('\n')[0] ?? '';

/** Files that browsers are to fetch from another origin aren't there before the release is stored. */
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

/** What a browser complains of a page each time that it opens it; nothing when all is well. */
async function complaintsOf(context: BrowserContext, address: string): Promise<readonly string[]> {
  let complaints: readonly string[] = [];
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const page = await context.newPage();
    complaints = await complaintsOfVisit(page, address);
    await page.close();
    if (complaints.length === 0) break;
  }
  return complaints;
}

async function complaintsOfVisit(page: Page, address: string): Promise<readonly string[]> {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
  page.on('console', (message) => {
    // The shell names what fails with a code. What a page loads from elsewhere isn't to be had here, and no fault of it.
    if (message.type() === 'error' && message.text().startsWith('SITE-')) complaints.push(message.text());
  });
  try {
    const response = await page.goto(address, { waitUntil: 'commit' });
    if (!response?.ok()) return [`the site answered with status ${response?.status()}`];
    await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined, undefined, {
      timeout: hydration,
    });
    // Effects run after the first commit; an idle browser has run them.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  } catch (error) {
    if (complaints.length === 0) complaints.push(error instanceof Error ? error.message : String(error));
  }
  return complaints;
}
