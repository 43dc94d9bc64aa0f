import { installedProgram } from '@site/bundling/installedProgram.ts';
import {
  findPresentBrowser,
  firstThatStarts,
  linuxBrowsers,
  quietFlags,
} from '@site/server/preflight/browser/presentBrowser.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { type Machine, thisMachine } from './machine.ts';

/** Flags for tests and measurements, which often run as root: only the site's own pages are shown. */
export const browserFlags: readonly string[] = ['--no-sandbox', ...quietFlags];

/**
 * The path of a browser that starts on this machine. Installs one when there is none.
 *
 * @throws {OperatorError} TEST-BROWSER when there is none and none can be installed
 */
export async function findBrowser(machine: Machine = thisMachine): Promise<string> {
  const found =
    (await findPresentBrowser(machine)) ?? (await firstThatStarts(machine, [installFromDebian, installFromPlaywright]));
  if (found !== undefined) return found;
  throw new OperatorError(
    'TEST-BROWSER',
    'No browser was found. Install Chromium or Chrome, or set CHROMIUM_PATH to the program of one.',
  );
}

const debianShell = '/usr/bin/chromium-headless-shell';

/**
 * Chromium without a user interface, which loads pages twice as fast, for tests that don't depend on painting or scheduling.
 * Only Debian has it as a package beside Chromium: with other browsers, returns the browser itself.
 */
export async function findHeadlessShell(browser: string, machine: Machine = thisMachine): Promise<string> {
  if (browser !== '/usr/bin/chromium' || machine.environment.CHROMIUM_PATH === browser) return browser;
  if (!(await machine.starts(debianShell)) && machine.isRoot)
    await machine.run('apt-get', 'install', '-y', '--no-install-recommends', 'chromium-headless-shell');
  return (await machine.starts(debianShell)) ? debianShell : browser;
}

const installFromDebian = async ({ platform, isRoot, run }: Machine) => {
  if (platform !== 'linux' || !isRoot) return [];
  // When the package lists can't be updated, old ones may still do.
  await run('apt-get', 'update');
  await run('apt-get', 'install', '-y', '--no-install-recommends', 'chromium');
  return linuxBrowsers;
};

const installFromPlaywright = async ({ playwrightBrowser: path, run }: Machine) => {
  const playwright = installedProgram('playwright-core', 'playwright-core');
  return (await run(process.execPath, playwright, 'install', 'chromium')) ? [path()] : [];
};
