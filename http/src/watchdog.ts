import { execFile } from 'node:child_process';

/**
 * Tells systemd's watchdog, twice in each of its intervals, that the event loop turns: a process that hangs is restarted.
 * Without a watchdog it does nothing.
 *
 * @see https://www.freedesktop.org/software/systemd/man/latest/systemd.service.html#WatchdogSec=
 */
export function feedWatchdog({ NOTIFY_SOCKET, WATCHDOG_USEC }: NodeJS.ProcessEnv = process.env): void {
  if (!NOTIFY_SOCKET || !WATCHDOG_USEC) return;
  const env = { NOTIFY_SOCKET, PATH: process.env.PATH };
  let hasFailed = false;
  // Node can't write to systemd's socket itself. A hanging process starts no other one either.
  const feed = () =>
    execFile('systemd-notify', ['WATCHDOG=1'], { env }, (error) => {
      if (error && !hasFailed)
        console.error(`SITE-WATCHDOG systemd can’t be told that the server works: ${error.message.trim()}`);
      hasFailed = error !== null;
    });
  feed();
  setInterval(feed, Number(WATCHDOG_USEC) / 1000 / 2).unref();
}
