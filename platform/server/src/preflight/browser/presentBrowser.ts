import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';

/** The machine to search for a browser; tests use a fake one. */
export interface BrowserMachine {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  /** Whether a file is a program that starts. */
  readonly starts: (file: string) => Promise<boolean>;
  /** Where Playwright's own browser is, or would be. */
  readonly playwrightBrowser: () => string;
}

/** How long a program may take to say its version, in milliseconds. */
const startTimeout = 30_000;

/** The machine that this program runs on. */
export const browserMachine: BrowserMachine = {
  environment: process.env,
  platform: process.platform,
  starts: async (file) => {
    // On Windows, `chrome.exe --version` opens a window.
    if (process.platform === 'win32') return existsSync(file);
    try {
      await promisify(execFile)(file, ['--version'], { timeout: startTimeout });
      return true;
    } catch {
      return false;
    }
  },
  playwrightBrowser: () => chromium.executablePath(),
};

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

/** Flags with which the browser behaves the same on every machine, and makes no requests of its own. */
export const quietFlags: readonly string[] = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabledFeatures.join()}`,
];

/** The path of a browser that is already on this machine; undefined when there is none. Never installs one. */
export async function findPresentBrowser(machine: BrowserMachine = browserMachine): Promise<string | undefined> {
  return await firstThatStarts(machine, [namedBrowser, systemBrowsers, playwrightBrowser]);
}

/** Returns paths where a browser may be. */
type Source<Machine> = (machine: Machine) => readonly string[] | Promise<readonly string[]>;

/** Asks each source only when the earlier ones have led to no browser. */
export async function firstThatStarts<Machine extends BrowserMachine>(
  machine: Machine,
  sources: readonly Source<Machine>[],
): Promise<string | undefined> {
  for (const source of sources) {
    for (const file of await source(machine)) if (await machine.starts(file)) return file;
  }
  return undefined;
}

const namedBrowser = ({ environment }: BrowserMachine) =>
  environment.CHROMIUM_PATH ? [environment.CHROMIUM_PATH] : [];

const playwrightBrowser = ({ playwrightBrowser: path }: BrowserMachine) => [path()];

function systemBrowsers({ platform, environment }: BrowserMachine): readonly string[] {
  if (platform === 'darwin') return macBrowsers(environment.HOME);
  return platform === 'win32' ? windowsBrowsers(environment) : linuxBrowsers;
}

/** Where packages of Linux distributions put a browser. */
export const linuxBrowsers: readonly string[] = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
  .map((name) => `/usr/bin/${name}`)
  .concat('/usr/local/bin/chromium', '/opt/google/chrome/chrome', '/snap/bin/chromium');

const macBrowsers = (home = '') =>
  ['', home].flatMap((folder) =>
    ['Google Chrome', 'Chromium'].map((name) => `${folder}/Applications/${name}.app/Contents/MacOS/${name}`),
  );

const windowsBrowsers = (environment: BrowserMachine['environment']) =>
  ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((variable) => {
    const folder = environment[variable];
    if (!folder) return [];
    return ['Google/Chrome', 'Chromium', 'Microsoft/Edge'].flatMap((name) =>
      ['chrome.exe', 'msedge.exe'].map((program) => `${folder}/${name}/Application/${program}`),
    );
  });
