import { execFile } from 'node:child_process';
import { printReady, printWarning } from './logLines.ts';

/** What systemd is told. */
type State = 'READY=1' | 'STOPPING=1' | 'WATCHDOG=1' | `EXTEND_TIMEOUT_USEC=${number}`;

let isReady = false;
let hasFailed = false;

/**
 * Tells systemd how the service is. Without systemd it does nothing. Node can't write to systemd's socket itself; a hanging process starts no
 * other one either.
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
 * Tells systemd's watchdog, twice in each of its intervals, that the event loop turns: a process that hangs is restarted. A server
 * that waits for its store may take as long as that takes to start, but must not hang meanwhile.
 */
export function feedWatchdog({ WATCHDOG_USEC } = process.env): void {
  const interval = Number(WATCHDOG_USEC);
  if (!interval) return;
  const feed = () => notify('WATCHDOG=1', ...(isReady ? [] : ([`EXTEND_TIMEOUT_USEC=${interval}`] as const)));
  feed();
  setInterval(feed, interval / 1000 / 2).unref();
}

/** Says where the server answers, and tells systemd, which starts what comes after it. */
export function announceReady(origin: string): void {
  isReady = true;
  notify('READY=1');
  printReady(origin);
}

/**
 * Stops the server when it is asked to, by systemd or at the terminal.
 *
 * @param stop is called once, and answers the running requests first
 */
export function stopOnSignals(stop: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      notify('STOPPING=1');
      void stop();
    });
}
