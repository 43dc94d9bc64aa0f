import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { browserFlags } from '@site/kit/browser/browserFlags.ts';
import { temporaryFolder } from '@site/testkit/site/temporaryFolder.ts';

/** A browser that is steered from outside. */
export interface RunningBrowser {
  /** Port of its DevTools. */
  readonly port: number;
  readonly stop: () => Promise<void>;
}

const flags = ['--headless=new', ...browserFlags, '--remote-debugging-port=0'];

/** Starts a browser that knows nothing of earlier visits. */
export async function startBrowser(program: string): Promise<RunningBrowser> {
  const profile = await temporaryFolder('profile');
  const browser = spawn(program, [...flags, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const { promise: port, resolve, reject } = Promise.withResolvers<number>();
  let said = '';
  browser.stderr.on('data', (data) => {
    said += String(data);
    const found = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1];
    if (found) resolve(Number(found));
  });
  const ended = once(browser, 'close').then(() => reject(new Error(`The browser did not start:\n${said}`)));
  const stop = async () => {
    browser.kill('SIGTERM');
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  return { port: await port, stop };
}
