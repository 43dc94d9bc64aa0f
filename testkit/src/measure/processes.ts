import { readdirSync, readFileSync } from 'node:fs';

/** The processes that a process has started; any of its threads may have. Only Linux tells; elsewhere there are none. */
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

/** Ticks of the clock that Linux counts processor time with, per second. */
const ticks = 100;

/** Processor time that a process has used, in seconds. Only Linux tells; elsewhere it is not a number. */
export function processorTime(pid: number): number {
  try {
    // The program's name, in brackets, may have spaces in it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / ticks;
  } catch {
    return Number.NaN;
  }
}
