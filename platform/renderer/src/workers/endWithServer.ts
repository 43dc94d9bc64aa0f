import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/**
 * Reads lists of process ids, a list a line. When its input ends, and with it the server, it ends the processes of the last one:
 * a list without any is the last in an orderly end.
 */
const script = 'while read -r line; do list=$line; done; [ -z "$list" ] || kill -KILL $list';

const pids = new Set<number>();
let watcher: ChildProcess | undefined;

/**
 * Makes a process end with this one, even when this one is killed while the other loops and doesn't notice the end of its pipe.
 * A small shell watches over all of them; a thread in each process would take 8 MB, and the right to start threads. Where there
 * is no shell, as on Windows, nothing watches.
 *
 * @returns a function to call when the process has ended: its id may then be another's
 */
export function endWithServer(pid: number): () => void {
  pids.add(pid);
  tell();
  return () => {
    if (pids.delete(pid)) tell();
  };
}

function tell(): void {
  watcher ??= startWatcher();
  const { stdin } = watcher;
  stdin?.write(`${[...pids].join(' ')}\n`);
  if (pids.size > 0) return;
  stdin?.end();
  watcher = undefined;
}

function startWatcher(): ChildProcess {
  // A session of its own: a signal from the terminal must not end it before the server.
  const started = spawn('/bin/sh', ['-c', script], { env: {}, stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  const forget = () => {
    if (watcher === started) watcher = undefined;
  };
  started.on('error', forget).once('exit', forget).unref();
  started.stdin.on('error', forget);
  (started.stdin as Socket).unref();
  return started;
}
