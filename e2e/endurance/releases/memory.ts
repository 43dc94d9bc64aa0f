import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { median } from '@site/testkit/measure/numbers.ts';
import { childrenOf } from '@site/testkit/measure/processes.ts';

/** Memory that processes hold, in megabytes. */
export interface Memory {
  /** The site server. */
  readonly server: number;
  /** Its rendering processes together. */
  readonly workers: number;
}

const looks = 9;
const pause = 200;

/** What a server and its rendering processes hold: the median of some looks. Only Linux tells; elsewhere all is 0. */
export async function memoryOf(pid: number): Promise<Memory> {
  const seen: Memory[] = [];
  for (let look = 0; look < looks; look += 1) {
    seen.push({
      server: residentOf(pid),
      workers: childrenOf(pid)
        .map(residentOf)
        .reduce((sum, size) => sum + size, 0),
    });
    await wait(pause);
  }
  return { server: median(seen.map(({ server }) => server)), workers: median(seen.map(({ workers }) => workers)) };
}

function residentOf(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
