import { readFileSync } from 'node:fs';

const nanoseconds = 1e6;

/**
 * How long a process was ready to run, but no processor was free for its main thread, in milliseconds since it began.
 * Only Linux tells; elsewhere it is 0.
 *
 * https://docs.kernel.org/scheduler/sched-stats.html#proc-pid-schedstat
 */
export function waitedForProcessor(pid: number): number {
  return Number(schedulingOf(pid).split(' ')[1] ?? 0) / nanoseconds;
}

function schedulingOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/schedstat`, 'utf8');
  } catch {
    return '';
  }
}
