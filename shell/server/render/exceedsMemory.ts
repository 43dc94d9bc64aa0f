import { readFileSync } from 'node:fs';
import { limits } from '../limits.ts';

const pageBytes = 4096;
const megabyte = 1024 * 1024;

/** Buffers are not part of the heap that Node limits; with them a worker may have this many times as much. */
const allowance = 3;

/** Whether a process holds more memory than a worker may. Only Linux tells; elsewhere the heap limit has to do. */
export function exceedsMemory(pid: number): boolean {
  try {
    const resident = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * pageBytes;
    return resident > limits.renderMemory * allowance * megabyte;
  } catch {
    return false;
  }
}
