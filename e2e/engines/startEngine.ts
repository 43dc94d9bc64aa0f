import { findFirefox, findWebKit } from '@site/kit/browser/findEngines.ts';
import type { BrowserOptions, Driver } from './drivers/Driver.ts';
import { startFirefox } from './drivers/startFirefox.ts';
import { startWebKit } from './drivers/startWebKit.ts';
import { WatchingProxy } from './drivers/WatchingProxy.ts';
import { Visitor } from './Visitor.ts';

/** The engines beside Chromium's, which Playwright drives. */
export type EngineName = 'firefox' | 'webkit';

/** What a visitor needs, besides the engine. */
export interface VisitorOptions extends Omit<BrowserOptions, 'proxy'> {
  /** Where addresses without an origin lead to. */
  readonly origin: string;
}

/** A browser that runs, and whoever sits in front of it. */
export interface RunningEngine {
  readonly visitor: Visitor;
  readonly close: () => Promise<void>;
}

/** How to start an engine's browser; nothing when this machine has none, and none could be installed. */
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
