import { findFirefox, findWebKit } from '@site/testkit/browser/findEngines.ts';
import type { BrowserOptions, Driver } from './drivers/Driver.ts';
import { startFirefox } from './drivers/startFirefox.ts';
import { startWebKit } from './drivers/startWebKit.ts';
import { WatchingProxy } from './drivers/WatchingProxy.ts';
import { Visitor } from './Visitor.ts';

/** The engines besides Chromium, which Playwright drives. */
export type EngineName = 'firefox' | 'webkit';

/** Options of a visitor. */
export interface VisitorOptions extends Omit<BrowserOptions, 'proxy'> {
  /** The origin of addresses without one. */
  readonly origin: string;
}

/** A running browser and its visitor. */
export interface RunningEngine {
  readonly visitor: Visitor;
  readonly close: () => Promise<void>;
}

/** Returns a function that starts an engine's browser; undefined when there is none and none can be installed. */
export async function findEngine(
  name: EngineName,
): Promise<((options: VisitorOptions) => Promise<RunningEngine>) | undefined> {
  const startDriver = await findDriver(name);
  return (
    startDriver &&
    (async ({ origin, ...options }) => {
      const proxy = await WatchingProxy.start();
      const driver = await startDriver({ ...options, proxy: proxy.address });
      const close = async () => {
        await driver.close();
        proxy.stop();
      };
      return { visitor: new Visitor(driver, proxy, origin), close };
    })
  );
}

async function findDriver(name: EngineName): Promise<((options: BrowserOptions) => Promise<Driver>) | undefined> {
  if (name === 'firefox') {
    const program = await findFirefox();
    return program === undefined ? undefined : (options) => startFirefox(program, options);
  }
  const programs = await findWebKit();
  return programs && ((options) => startWebKit(programs, options));
}
