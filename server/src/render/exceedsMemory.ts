import { readFileSync } from 'node:fs';
import { limits } from '../limits.ts';

const kilobytes = 1024;

/** Buffers are not part of the heap that Node limits; with them a worker may have this many times as much. */
const allowance = 3;

/** Whether a process holds more memory than a worker may. Only Linux tells; elsewhere the heap limit has to do. */
export function exceedsMemory(pid: number): boolean {
  const resident = Number(/^VmRSS:\s+(\d+) kB$/m.exec(statusOf(pid))?.[1] ?? 0);
  return resident > limits.renderMemory * allowance * kilobytes;
}

/** https://www.kernel.org/doc/html/latest/filesystems/proc.html: unlike `statm`, it doesn't count in pages, whose size differs. */
function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}
