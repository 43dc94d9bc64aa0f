import { type Machine, thisMachine } from './machine.ts';

/** There is no browser, and none could be installed. */
export class BrowserNotFoundError extends Error {
  override readonly name = 'BrowserNotFoundError';

  constructor() {
    super('TEST-BROWSER No browser was found. Install Chromium or Chrome, or set CHROMIUM_PATH to the program of one.');
  }
}

/** A way to a browser: files that may be one. */
type Way = (machine: Machine) => Promise<readonly string[]>;

const named: Way = async ({ environment }) => (environment.CHROMIUM_PATH ? [environment.CHROMIUM_PATH] : []);

const installed: Way = async ({ platform, environment }) =>
  platform === 'darwin' ? macBrowsers(environment.HOME) : linuxBrowsers;

const downloaded: Way = async ({ playwrightBrowser }) => [playwrightBrowser()];

const fromDebian: Way = async ({ platform, isRoot, run }) => {
  if (platform !== 'linux' || !isRoot) return [];
  // Without fresh lists there may be old ones that do.
  await run('apt-get', 'update');
  await run('apt-get', 'install', '-y', '--no-install-recommends', 'chromium');
  return linuxBrowsers;
};

const fromPlaywright: Way = async ({ playwrightBrowser, run }) =>
  (await run('npx', 'playwright', 'install', 'chromium')) ? [playwrightBrowser()] : [];

const linuxBrowsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  .map((name) => `/usr/bin/${name}`)
  .concat('/usr/local/bin/chromium', '/opt/google/chrome/chrome', '/snap/bin/chromium');

const macBrowsers = (home = '') =>
  ['', home].flatMap((folder) =>
    ['Google Chrome', 'Chromium'].map((name) => `${folder}/Applications/${name}.app/Contents/MacOS/${name}`),
  );

/** In the order in which they are tried. */
const presentWays: readonly Way[] = [named, installed, downloaded];
const fetchingWays: readonly Way[] = [fromDebian, fromPlaywright];

/**
 * The program of a browser that starts on this machine. Each way to one is tried only when those before have failed.
 *
 * @throws {BrowserNotFoundError} when all ways have failed
 */
export async function findBrowser(machine: Machine = thisMachine): Promise<string> {
  const found = (await findPresentBrowser(machine)) ?? (await firstOf(fetchingWays, machine));
  if (found === undefined) throw new BrowserNotFoundError();
  return found;
}

/** The program of a browser that is there already; nothing when there is none. Nothing is installed. */
export async function findPresentBrowser(machine: Machine = thisMachine): Promise<string | undefined> {
  return await firstOf(presentWays, machine);
}

const debianShell = '/usr/bin/chromium-headless-shell';

/**
 * Chromium without a user interface, which takes half of the time for a page: for tests that don't look at how it is
 * painted or scheduled. It comes from Debian beside the browser that it is the core of; elsewhere, that browser does.
 */
export async function findHeadlessShell(browser: string, machine: Machine = thisMachine): Promise<string> {
  if (browser !== '/usr/bin/chromium' || machine.environment.CHROMIUM_PATH === browser) return browser;
  if (!(await machine.starts(debianShell)) && machine.isRoot)
    await machine.run('apt-get', 'install', '-y', '--no-install-recommends', 'chromium-headless-shell');
  return (await machine.starts(debianShell)) ? debianShell : browser;
}

async function firstOf(ways: readonly Way[], machine: Machine): Promise<string | undefined> {
  for (const way of ways) {
    for (const file of await way(machine)) if (await machine.starts(file)) return file;
  }
  return undefined;
}
