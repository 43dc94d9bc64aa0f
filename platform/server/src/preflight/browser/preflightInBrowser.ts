import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PreflightTask } from '@site/releases/operations/publish.ts';
import { type Release, releaseId } from '@site/releases/Release.ts';
import { type PreflightPage, preflightPages } from '@site/renderer/preflight/preflightPages.ts';
import { withPlace } from '@site/renderer/sourceMaps/sourceMaps.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { fragmentScripts } from '@site/shared/contract/release.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { homePath } from '@site/shared/routes/path.ts';
import type { BrowserContext } from 'playwright-core';
import { type CreateSite, type PreflightSite, startPreflightSite } from '../preflightSite.ts';
import { type ConfinedBrowser, OpenBrowserError, startConfinedBrowser } from './confinedBrowser.ts';
import { findPresentBrowser } from './presentBrowser.ts';
import { type Complaint, visitPage } from './visitPage.ts';
import { watchPolicy } from './watchPage.ts';
import { watchStorage } from './watchStorage.ts';

/** How a release is tried in a browser. */
export interface BrowserPreflightOptions {
  /** Whether the code is untrusted: it then runs only in a browser with its sandbox. */
  readonly isForeign: boolean;
  readonly createSite: CreateSite;
  /** What must succeed before pages are opened, if it is still running. */
  readonly rendered?: Promise<unknown>;
  readonly onProgress?: (step: string) => void;
}

/** A small phone: what is wider can't be read there. */
const phone = { width: 390, height: 844 };

/** How many pages are open at a time. Each is idle for most of its visit: it must stay silent for half a second. */
const tabs = 6;

/** What stays unknown of pages that no browser has opened. */
const unknown =
  'Errors in effects, what the Content Security Policy blocks, and what is too wide for a phone are not known.';

/** Says that pages were not hydrated, and what is therefore not known. */
export const notHydrated = (reason: string): string => `The pages were not hydrated: ${reason}. ${unknown}`;

/**
 * Opens every page of a release in every language in a browser, as wide as a phone, until it is hydrated and at rest.
 *
 * @returns what the publisher should know: that there is no browser here, or what the release stores in browsers
 * @throws {OperatorError} RELEASE-PREFLIGHT with everything that the browser complains about
 */
export async function preflightInBrowser(
  task: PreflightTask,
  { isForeign, createSite, rendered, onProgress = () => {} }: BrowserPreflightOptions,
): Promise<readonly string[]> {
  const { remotes } = task;
  if (remotes.length === 0) return [];
  const executablePath = await findPresentBrowser();
  if (executablePath === undefined) return [notHydrated('no Chromium or Chrome was found')];
  let confined: ConfinedBrowser;
  try {
    confined = await startConfinedBrowser(executablePath, isForeign);
  } catch (error) {
    if (error instanceof OpenBrowserError)
      return [notHydrated(`${executablePath} would let pages reach other ports of this machine`)];
    // Without its sandbox, a mistake in the browser would let foreign code out; root can't have one, nor can many containers.
    return [notHydrated(`${executablePath} doesn’t start${isForeign ? ' with its sandbox' : ''}`)];
  }
  try {
    await rendered;
    onProgress(`hydrating every page of ${remotes.map(releaseId).join(', ')} in a browser`);
    return await hydrateEveryPage(task, createSite, confined);
  } finally {
    await confined.close();
  }
}

async function hydrateEveryPage(
  task: PreflightTask,
  createSite: CreateSite,
  browser: ConfinedBrowser,
): Promise<readonly string[]> {
  const { underTest, shell, liveShell } = task;
  const visitor = await visitWith(await startPreflightSite(createSite, shell, task), task, browser);
  const subject = (remote: Release) => releaseId(remote) + (underTest === shell ? ` with ${releaseId(shell)}` : '');
  const live = liveShell && (await visitWith(await startPreflightSite(createSite, liveShell, task), task, browser));
  try {
    const pages = [...(await pagesOf(task, visitor.site)), ...fragmentPages(task)];
    const reasons = new Map<string, string[]>();
    const end = Date.now() + patience;
    await inTabs(pages, async (page) => {
      if (reasons.size > 0 && Date.now() > end) return;
      const complaints = await visitor.visit(page);
      // What fails with the live shell, too, isn't the new one's fault.
      const known = complaints.length > 0 && live ? (await live.visit(page)).map(({ message }) => message) : [];
      for (const complaint of complaints.filter(({ message }) => !known.includes(message))) {
        const reason = `of ${subject(page.remote)} failed in a browser: ${await placed(complaint, page.remote, shell)}`;
        reasons.set(reason, [...(reasons.get(reason) ?? []), page.url]);
      }
    });
    if (reasons.size === 0) return visitor.stored();
    const order = pages.map(({ url }) => url);
    const lines = [...reasons].map(
      ([reason, urls]) => `${order.filter((url) => urls.includes(url)).join(', ')} ${reason}`,
    );
    throw new OperatorError('RELEASE-PREFLIGHT', lines.slice(0, maxReasons).join('\n'));
  } finally {
    await Promise.all([visitor.stop(), live?.stop()]);
  }
}

/** How many reasons one error names. */
const maxReasons = 12;

/** After this time in milliseconds, one reason is enough: a team waits five minutes for a release service. */
const patience = 120_000;

/** Opens the pages of a site in a browser. */
async function visitWith(site: PreflightSite, task: PreflightTask, { browser, allow }: ConfinedBrowser) {
  allow(site.origin);
  const context = await browser.newContext({ reducedMotion: 'reduce', viewport: phone });
  await context.addInitScript(watchPolicy);
  // What remotes store isn't new with another shell.
  const stored = task.underTest === task.shell ? () => [] : await watchStorage(context, task.underTest);
  await stayOnSite(site, context);
  for (const remote of task.remotes) await serveFilesOf(remote, context);
  const visit = async ({ url, page, mayBeMissing }: PreflightPage): Promise<readonly Complaint[]> => {
    if (page === fragments) return await visitPage(context, site.origin + url, 404);
    if (mayBeMissing && !(await fetch(site.origin + url)).ok) return [];
    return await visitPage(context, site.origin + url);
  };
  return { site, visit, stored, stop: () => site.stop() };
}

/** A request to another server fails at once; what else may lead there, the browser's proxy holds. */
async function stayOnSite({ origin }: PreflightSite, context: BrowserContext): Promise<void> {
  await context.route(
    (url) => url.origin !== origin,
    (route) => route.abort(),
  );
}

/** Every page in every language. */
async function pagesOf(task: PreflightTask, { origin }: PreflightSite): Promise<readonly PreflightPage[]> {
  const callApi = async ({ path }: { readonly path: string }) => {
    const response = await fetch(origin + path);
    return { status: response.status, headers: {}, body: await response.text() };
  };
  return await preflightPages(task, callApi);
}

/** What stands for a page's name and its path where the fragments under test are: on the 404 page. No page has either. */
const fragments = '_fragments';

/** The pages with the fragments under test. A shell before version 1.3.0 shows none. */
function fragmentPages({ underTest, shell }: PreflightTask): readonly PreflightPage[] {
  const offersSome = Object.keys(underTest.manifest.fragments ?? {}).length > 0;
  if (!offersSome || !Object.hasOwn(shell.manifest.modules, fragmentScripts)) return [];
  return languages.map((language) => {
    const url = `${homePath(language)}/${fragments}`;
    return { page: fragments, url, language, module: '', remote: underTest, mayBeMissing: false };
  });
}

/** Runs a task for each page, some at a time. */
async function inTabs(pages: readonly PreflightPage[], task: (page: PreflightPage) => Promise<void>): Promise<void> {
  const queue = pages.values();
  await Promise.all(
    Array.from({ length: tabs }, async () => {
      for (const page of queue) await task(page);
    }),
  );
}

/** A complaint with its place in the sources: the remote's own, if its code took part. */
async function placed({ message, stack }: Complaint, remote: Release, shell: Release): Promise<string> {
  const own = stack
    .split('\n')
    .filter((line) => line.includes(remote.manifest.publicPath))
    .join('\n');
  return own === ''
    ? await withPlace({ message, stack }, [remote, shell])
    : await withPlace({ message, stack: own }, [remote]);
}

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
