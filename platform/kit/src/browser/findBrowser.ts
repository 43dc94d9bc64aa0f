import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { installedProgram } from '../installedProgram.ts';
import { type Machine, thisMachine } from './machine.ts';

/**
 * Features that Playwright switches off (a browser obeys only its last list, which is this one), and the popups below the
 * address bar, for which the browser would load its own pages for every visitor.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

/** Flags for tests and measurements: the browser behaves the same on every machine, and makes no requests of its own. */
export const browserFlags: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabledFeatures.join()}`,
];

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

/** The path of a browser that is already on this machine; undefined when there is none. Never installs one. */
export async function findPresentBrowser(machine: Machine = thisMachine): Promise<string | undefined> {
  return await firstThatStarts(machine, [namedBrowser, systemBrowsers, playwrightBrowser]);
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

/** Returns paths where a browser may be. */
type Source = (machine: Machine) => readonly string[] | Promise<readonly string[]>;

/** Asks each source only when the earlier ones have led to no browser. */
async function firstThatStarts(machine: Machine, sources: readonly Source[]): Promise<string | undefined> {
  for (const source of sources) {
    for (const file of await source(machine)) if (await machine.starts(file)) return file;
  }
  return undefined;
}

const namedBrowser: Source = ({ environment }) => (environment.CHROMIUM_PATH ? [environment.CHROMIUM_PATH] : []);

const systemBrowsers: Source = ({ platform, environment }) => {
  if (platform === 'darwin') return macBrowsers(environment.HOME);
  return platform === 'win32' ? windowsBrowsers(environment) : linuxBrowsers;
};

const playwrightBrowser: Source = ({ playwrightBrowser: path }) => [path()];

const installFromDebian: Source = async ({ platform, isRoot, run }) => {
  if (platform !== 'linux' || !isRoot) return [];
  // When the package lists can't be updated, old ones may still do.
  await run('apt-get', 'update');
  await run('apt-get', 'install', '-y', '--no-install-recommends', 'chromium');
  return linuxBrowsers;
};

const installFromPlaywright: Source = async ({ playwrightBrowser: path, run }) => {
  const playwright = installedProgram('playwright-core');
  return (await run(process.execPath, playwright, 'install', 'chromium')) ? [path()] : [];
};

const linuxBrowsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  .map((name) => `/usr/bin/${name}`)
  .concat('/usr/local/bin/chromium', '/opt/google/chrome/chrome', '/snap/bin/chromium');

const macBrowsers = (home = '') =>
  ['', home].flatMap((folder) =>
    ['Google Chrome', 'Chromium'].map((name) => `${folder}/Applications/${name}.app/Contents/MacOS/${name}`),
  );

const windowsBrowsers = (environment: Machine['environment']) =>
  ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((variable) => {
    const folder = environment[variable];
    if (!folder) return [];
    return ['Google/Chrome', 'Chromium', 'Microsoft/Edge'].flatMap((name) =>
      ['chrome.exe', 'msedge.exe'].map((program) => `${folder}/${name}/Application/${program}`),
    );
  });
