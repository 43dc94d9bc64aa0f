import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { median } from './report.ts';

/** The child processes of a process, whichever thread started them. Only on Linux; elsewhere the list is empty. */
export function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
      const children = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim();
      return children === '' ? [] : children.split(' ').map(Number);
    });
  } catch {
    return [];
  }
}

/** Linux counts processor time in ticks; this many are a second. */
const ticksPerSecond = 100;

/** Processor time that a process has used, in seconds. Only on Linux; elsewhere NaN. */
export function processorTime(pid: number): number {
  try {
    // The program's name, in brackets, may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  } catch {
    return Number.NaN;
  }
}

/** Whether a process is running. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Kills processes. Ignores those that have already ended. */
export function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}

/** All descendants of a process. */
export const descendantsOf = (pid: number): number[] =>
  childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);

/** Memory that processes hold, in megabytes; shared memory is divided among them (PSS). */
export interface Memory {
  /** The site server. */
  readonly server: number;
  /** Its rendering processes together, with the walls around them. */
  readonly workers: number;
}

const samples = 9;
const sampleInterval = 200;

/** Memory of a server and its rendering processes: the median of several samples. Only on Linux; elsewhere 0. */
export async function memoryOf(pid: number): Promise<Memory> {
  const seen: Memory[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    const workers = descendantsOf(pid).map(heldMemory);
    seen.push({ server: heldMemory(pid), workers: workers.reduce((sum, size) => sum + size, 0) });
    await delay(sampleInterval);
  }
  return { server: median(seen.map(({ server }) => server)), workers: median(seen.map(({ workers }) => workers)) };
}

/** Memory that a process holds, in megabytes (PSS). Only on Linux; elsewhere 0. */
export function heldMemory(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
