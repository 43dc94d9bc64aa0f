import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Calls back when a process has had a given time on a processor or waiting for data. The time it waits for a processor
 * doesn't count: a busy machine makes innocent pages late.
 *
 * @param waited how long the process has waited for a processor since it began, in milliseconds
 * @param time in milliseconds
 * @returns a function that cancels the callback
 */
export function afterOwnTime(waited: () => number, time: number, callback: () => void): () => void {
  let counted = waited();
  let timer = setTimeout(check, time);

  function check(): void {
    const more = waited() - counted;
    counted += more;
    if (more < 1) callback();
    else timer = setTimeout(check, more);
  }

  return () => clearTimeout(timer);
}

const nanoseconds = 1e6;

/**
 * How long a process was ready to run while no processor was free for its main thread, in milliseconds since it began.
 * Only Linux tells; elsewhere it is 0.
 *
 * https://docs.kernel.org/scheduler/sched-stats.html#proc-pid-schedstat
 */
export const waitedForProcessor = (pid: number): number =>
  Number(readProcess(pid, 'schedstat').split(' ')[1] ?? 0) / nanoseconds;

const kilobytes = 1024;

/** Buffers are outside of the heap that Node limits: with them a process may use this many times as much. */
const allowance = 3;

/**
 * Whether a process uses more memory than one with a heap of that many megabytes may. Only Linux tells; elsewhere the heap limit
 * has to do.
 *
 * https://www.kernel.org/doc/html/latest/filesystems/proc.html: unlike `statm`, `status` doesn't count in pages, whose size varies.
 */
export function exceedsMemory(pid: number, heap: number): boolean {
  const resident = Number(/^VmRSS:\s+(\d+) kB$/m.exec(readProcess(pid, 'status'))?.[1] ?? 0);
  return resident > heap * allowance * kilobytes;
}

/** A clock tick of Linux in milliseconds. */
const tick = 10;

/**
 * How long a process has used processors, with all its threads, in milliseconds since it began. Only on Linux; elsewhere 0.
 *
 * https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: after the name, which may have any characters, come the state and numbers.
 */
export function processorTime(pid: number): number {
  const fields = readProcess(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  const [user = 0, system = 0] = fields.slice(11, 13).map(Number);
  return (user + system) * tick;
}

/** How much memory a process doesn't share, in bytes: all share Node's own code. Only on Linux; elsewhere it is 0. */
export const ownMemory = (pid: number): number =>
  Number(/^RssAnon:\s+(\d+) kB$/m.exec(readProcess(pid, 'status'))?.[1] ?? 0) * kilobytes;

/** Makes the system end this process rather than the server when memory runs out. Only on Linux. */
export function endFirstWithoutMemory(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '500');
  } catch {
    // It has ended, or this isn't Linux.
  }
}

function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
