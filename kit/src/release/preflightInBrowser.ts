import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { type Release, releaseId } from '@site/releases/Release.ts';
import { type PreflightPage, preflightPages } from '@site/server/preflight/preflightPages.ts';
import { type PreflightSite, startPreflightSite } from '@site/server/preflight/preflightSite.ts';
import { withPlace } from '@site/server/render/sourceMaps.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { browserFlags, findPresentBrowser } from '../browser/findBrowser.ts';

/** How long a page may take to hydrate, in milliseconds: the machine may be busy. */
const hydrationTimeout = 30_000;

/** How often a failing page is opened: on a busy machine it may have timed out. */
const attempts = 3;

/**
 * Opens every page of a release in a browser and waits until it is hydrated. Does nothing when there is no browser.
 *
 * @throws {OperatorError} RELEASE-TRIAL with the browser's errors
 */
export async function preflightInBrowser(
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
  // Whatever a page requests, it reaches only the site of this preflight.
  const args = [...browserFlags, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const site = await startPreflightSite(candidate, shell);
    try {
      const context = await browser.newContext({ reducedMotion: 'reduce' });
      await serveFilesOf(candidate, context);
      for (const page of await pagesOf(name, site)) await preflightPage(page, candidate, shell, context, site);
    } finally {
      await site.stop();
    }
  } finally {
    await browser.close();
  }
}

/** Every page of a remote in English: the server has already rendered all languages. */
async function pagesOf(remote: string, { origin }: PreflightSite): Promise<readonly PreflightPage[]> {
  const call = async ({ path }: { readonly path: string }) => {
    const response = await fetch(origin + path);
    return { status: response.status, headers: {}, body: await response.text() };
  };
  return (await preflightPages(remote, { call })).filter(({ language }) => language === 'en');
}

async function preflightPage(
  { url, module }: PreflightPage,
  candidate: Release,
  shell: Release,
  context: BrowserContext,
  { origin }: PreflightSite,
): Promise<void> {
  const errors = await errorsOf(context, origin + url);
  if (errors.length === 0) return;
  const reason = errors.map((stack) => withPlace({ message: firstLine(stack), stack }, [candidate, shell])).join('; ');
  throw new OperatorError(
    'RELEASE-TRIAL',
    `${url} (${module} of ${releaseId(candidate)}) failed in a browser: ${reason}`,
  );
}

const firstLine = (text: string): string => text.split('\n')[0] ?? '';

/** Files on another origin aren't there before the release is stored: serves them from the folder. */
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
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
  page.on('console', (message) => {
    // The shell reports failures with a code. Other messages are about third parties, which are unreachable here.
    if (message.type() === 'error' && message.text().startsWith('SITE-')) errors.push(message.text());
  });
  try {
    const response = await page.goto(address, { waitUntil: 'commit' });
    if (!response?.ok()) return [`the site answered with status ${response?.status()}`];
    await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined, undefined, {
      timeout: hydrationTimeout,
    });
    // Effects run after the first commit: an idle browser has run them.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  } catch (error) {
    if (errors.length === 0) errors.push(error instanceof Error ? error.message : String(error));
  }
  return errors;
}
