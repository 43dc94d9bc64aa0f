import { join } from 'node:path';
import { installPackages } from '../debian/installPackages.ts';
import { unpackedFolder, unpackPackages } from '../debian/unpackPackages.ts';
import { type Machine, thisMachine } from './machine.ts';

/** Programs that make up a browser of WebKit's engine that a test can drive. */
export interface WebKitPrograms {
  /** WebKitWebDriver, which speaks WebDriver. */
  readonly driver: string;
  /** MiniBrowser, which the driver starts. */
  readonly browser: string;
  /** Xvfb, the screen that the browser is shown on. */
  readonly screen: string;
}

/** A continuous integration that could have a browser, and doesn't: it would pass without having tested. */
export class EngineMissingError extends Error {
  override readonly name = 'EngineMissingError';

  constructor(engine: string, packages: readonly string[]) {
    super(
      `TEST-ENGINE ${engine} could not be installed, and CI=true lets no test be skipped. See why "apt-get install ${packages.join(' ')}" fails.`,
    );
  }
}

const unpacked = unpackedFolder('firefox');

/**
 * The program of Firefox: the machine's own, or else Debian's, installed or unpacked.
 *
 * @throws {EngineMissingError} when there is none, where there could be one
 */
export async function findFirefox(machine: Machine = thisMachine): Promise<string | undefined> {
  const packages = ['firefox-esr'];
  const find = async (...patterns: string[]) => {
    for (const file of await filesOf(machine, patterns)) if (await machine.starts(file)) return file;
    return undefined;
  };
  const installed = () =>
    find('/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox');
  const ofDebian = () => find(join(unpacked, 'usr/lib/firefox-esr/firefox-esr'));
  return await firstOf(
    installed,
    async () => {
      await installPackages(machine, ...packages);
      return await installed();
    },
    ofDebian,
    async () => {
      if (machine.platform === 'linux') await unpackPackages('firefox', packages.join(' '));
      return await ofDebian();
    },
    async () => failInCi(machine, 'Firefox', packages),
  );
}

/**
 * WebKit's driver, browser and screen: the machine's own, or else Debian's. Unpacked they don't run: the library has the
 * path of its processes written into it.
 *
 * @throws {EngineMissingError} when there are none, where there could be some
 */
export async function findWebKit(machine: Machine = thisMachine): Promise<WebKitPrograms | undefined> {
  const packages = ['webkit2gtk-driver', 'xvfb'];
  const installed = async () => {
    const [[driver], [browser], [screen]] = await Promise.all([
      filesOf(machine, ['/usr/bin/WebKitWebDriver']),
      filesOf(machine, ['/usr/lib/*/webkit{2gtk,gtk}-*/MiniBrowser', '/usr/libexec/webkit{2gtk,gtk}-*/MiniBrowser']),
      filesOf(machine, ['/usr/bin/Xvfb']),
    ]);
    return driver && browser && screen ? { driver, browser, screen } : undefined;
  };
  return await firstOf(
    installed,
    async () => {
      await installPackages(machine, ...packages);
      return await installed();
    },
    async () => failInCi(machine, 'WebKit', packages),
  );
}

/** What the first way leads to that leads anywhere; ways behind it are not tried. */
async function firstOf<Found>(...ways: readonly (() => Promise<Found | undefined>)[]): Promise<Found | undefined> {
  for (const way of ways) {
    const found = await way();
    if (found !== undefined) return found;
  }
  return undefined;
}

const filesOf = async ({ files }: Machine, patterns: readonly string[]): Promise<string[]> =>
  (await Promise.all(patterns.map(files))).flat();

function failInCi({ environment, platform, isRoot }: Machine, engine: string, packages: readonly string[]): undefined {
  if (environment.CI === 'true' && platform === 'linux' && isRoot) throw new EngineMissingError(engine, packages);
}
