import { join } from 'node:path';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { installPackages, unpackedFolder, unpackPackages } from '../debianPackages.ts';
import { type Machine, thisMachine } from './machine.ts';

/** The programs that a test needs to drive a browser with WebKit's engine. */
export interface WebKitPrograms {
  /** WebKitWebDriver, which speaks WebDriver. */
  readonly driver: string;
  /** MiniBrowser, which the driver starts. */
  readonly browser: string;
  /** Xvfb, the screen that the browser is shown on. */
  readonly screen: string;
}

const unpacked = unpackedFolder('firefox');

/**
 * The path of Firefox: installed on the machine, or else from Debian's package. Undefined when there is none.
 *
 * @throws {OperatorError} TEST-ENGINE when there is none, although CI could install it
 */
export async function findFirefox(machine: Machine = thisMachine): Promise<string | undefined> {
  const packages = ['firefox-esr'];
  const find = async (...patterns: string[]) => {
    for (const file of await matchingFiles(machine, patterns)) if (await machine.starts(file)) return file;
    return undefined;
  };
  const installed = () =>
    find(
      '/usr/bin/firefox-esr',
      '/usr/bin/firefox',
      '/Applications/Firefox.app/Contents/MacOS/firefox',
      `${machine.environment.PROGRAMFILES ?? ''}/Mozilla Firefox/firefox.exe`,
    );
  const unpackedFirefox = () => find(join(unpacked, 'usr/lib/firefox-esr/firefox-esr'));
  return await firstFound(
    installed,
    async () => {
      await installPackages(machine, ...packages);
      return await installed();
    },
    unpackedFirefox,
    async () => {
      if (machine.platform === 'linux') await unpackPackages('firefox', packages.join(' '));
      return await unpackedFirefox();
    },
    async () => failInCi(machine, 'Firefox', packages),
  );
}

/**
 * WebKit's driver, browser and screen, installed on the machine. Unpacked packages don't work here: the library has the
 * absolute path of its processes compiled in. Undefined when there are none.
 *
 * @throws {OperatorError} TEST-ENGINE when there are none, although CI could install them
 */
export async function findWebKit(machine: Machine = thisMachine): Promise<WebKitPrograms | undefined> {
  const packages = ['webkit2gtk-driver', 'xvfb'];
  const installed = async () => {
    const [[driver], [browser], [screen]] = await Promise.all([
      matchingFiles(machine, ['/usr/bin/WebKitWebDriver']),
      matchingFiles(machine, [
        '/usr/lib/*/webkit{2gtk,gtk}-*/MiniBrowser',
        '/usr/libexec/webkit{2gtk,gtk}-*/MiniBrowser',
      ]),
      matchingFiles(machine, ['/usr/bin/Xvfb']),
    ]);
    return driver && browser && screen ? { driver, browser, screen } : undefined;
  };
  return await firstFound(
    installed,
    async () => {
      await installPackages(machine, ...packages);
      return await installed();
    },
    async () => failInCi(machine, 'WebKit', packages),
  );
}

/** The first result that isn't undefined; the functions after it aren't called. */
async function firstFound<Found>(...searches: readonly (() => Promise<Found | undefined>)[]) {
  for (const search of searches) {
    const found = await search();
    if (found !== undefined) return found;
  }
  return undefined;
}

const matchingFiles = async ({ files }: Machine, patterns: readonly string[]): Promise<string[]> =>
  (await Promise.all(patterns.map(files))).flat();

/** CI must not pass because tests were skipped. */
function failInCi({ environment, platform, isRoot }: Machine, engine: string, packages: readonly string[]): undefined {
  if (environment.CI !== 'true' || platform !== 'linux' || !isRoot) return;
  throw new OperatorError(
    'TEST-ENGINE',
    `${engine} could not be installed, and CI=true lets no test be skipped. See why "apt-get install ${packages.join(' ')}" fails.`,
  );
}
