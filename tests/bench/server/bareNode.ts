import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TimedResponse } from '@site/testkit/measure/timedRequest.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { readyOrigin, startProgram, stopProgram } from '@site/testkit/site/program.ts';

/** A running server that can be measured. */
export interface BareServer {
  readonly origin: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** Headers that belong to a connection. Node writes its own. */
const ofConnection = ['date', 'connection', 'keep-alive'];

/**
 * Serves a page from memory with node:http and nothing else: whatever is requested, the answer is the same bytes with the same
 * headers. No Node server that works out an answer can be faster.
 */
export async function bareNode({ headers, body }: TimedResponse): Promise<BareServer> {
  const folder = await temporaryFolder('bench-node');
  const [page, file] = [join(folder, 'page'), join(folder, 'headers.json')];
  await writeFile(page, body);
  const rawHeaders = Object.entries(headers).filter(([name]) => !ofConnection.includes(name));
  await writeFile(file, JSON.stringify(rawHeaders.flat()));
  const program = startProgram('tests/bench/server/bareNodeMain.ts', [page, file], {});
  const stop = async () => {
    await stopProgram(program);
    await rm(folder, { recursive: true, force: true });
  };
  return { origin: await readyOrigin(program), pid: program.process.pid ?? 0, stop };
}
