import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LoadGenerator, LoadReport } from './load.ts';

const run = promisify(execFile);
const report = join(import.meta.dirname, 'report.lua');

/** Written in C, with a thread of its own: it leaves more of the processors to the servers than one in JavaScript. */
export const withWrk: LoadGenerator = {
  name: 'wrk',
  run: async ({ url, encoding, duration, connections }) => {
    const { stdout } = await run('wrk', [
      ...['--threads', '1', '--connections', String(connections), '--duration', `${duration}s`],
      ...['--header', `accept-encoding: ${encoding}`, '--script', report, url],
    ]);
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as LoadReport;
  },
};
