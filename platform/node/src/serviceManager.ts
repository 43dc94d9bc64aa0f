import { execFile } from 'node:child_process';
import { printReady, printWarning } from './logLines.ts';

/** A message to systemd. */
type State = 'READY=1' | 'STOPPING=1' | 'WATCHDOG=1' | `EXTEND_TIMEOUT_USEC=${number}`;

let isReady = false;
let hasFailed = false;

/**
 * Tells systemd how the service is. Without systemd it does nothing. Node can't write to systemd's socket, so another
 * process does, which a hanging process can't start.
 *
 * @see https://www.freedesktop.org/software/systemd/man/latest/sd_notify.html
 */
function notify(...states: readonly State[]): void {
  const { NOTIFY_SOCKET, PATH } = process.env;
  if (!NOTIFY_SOCKET) return;
  execFile('systemd-notify', states, { env: { NOTIFY_SOCKET, PATH } }, (error) => {
    if (error && !hasFailed)
      printWarning(`SITE-WATCHDOG systemd can’t be told that the server works: ${error.message}`);
    hasFailed = error !== null;
  });
}

/**
 * Tells systemd's watchdog, twice per interval, that the event loop is running: a process that hangs is restarted. A server
 * may wait for its store as long as necessary to start, but must not hang.
 */
export function feedWatchdog({ WATCHDOG_USEC } = process.env): void {
  const interval = Number(WATCHDOG_USEC);
  if (!interval) return;
  const feed = () => notify('WATCHDOG=1', ...(isReady ? [] : ([`EXTEND_TIMEOUT_USEC=${interval}`] as const)));
  feed();
  setInterval(feed, interval / 1000 / 2).unref();
}

/** Prints where the server answers, and tells systemd, which then starts the units after it. */
export function announceReady(origin: string): void {
  isReady = true;
  notify('READY=1');
  printReady(origin);
}

/**
 * Stops the server when systemd or the terminal asks it to.
 *
 * @param stop called once; answers the running requests first
 */
export function stopOnSignals(stop: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      notify('STOPPING=1');
      void stop();
    });
}
