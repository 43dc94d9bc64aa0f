import { limits } from './limits.ts';

/** How many lines of a level are logged within a time, in milliseconds. */
interface LineLimit {
  readonly lines: number;
  readonly time: number;
}

type Write = (line: string) => void;

/**
 * Limits the lines of a log, those of each level apart, and says how many it has left out. A flood, such as a line for each
 * answer of a crowded server, fills disks; and journald would leave out what it likes.
 *
 * @param write takes a line of pino's JSON
 */
export function limitLines(write: Write, { lines, time }: LineLimit = limits.log): Write {
  const counts = new Map<string, number>();
  const end = () => {
    for (const [start, count] of counts) if (count > lines) write(`${start}${restOf(count - lines, time)}\n`);
    counts.clear();
  };
  return (line) => {
    if (counts.size === 0) setTimeout(end, time).unref();
    const start = levelIn(line);
    const count = (counts.get(start) ?? 0) + 1;
    counts.set(start, count);
    if (count <= lines) write(line);
  };
}

/** How pino begins a line: `{"level":30`. */
const levelIn = (line: string): string => line.slice(0, line.indexOf(','));

const restOf = (leftOut: number, time: number): string => {
  const msg = `SITE-LOG ${leftOut} more lines of this level within ${time / 1000} s are left out. A higher LOG_LEVEL logs less.`;
  return `,${JSON.stringify({ time: Date.now(), pid: process.pid, msg }).slice(1)}`;
};
