import { rm } from 'node:fs/promises';
import { readyOrigin, startProgram, stopProgram } from '@site/testkit/site/program.ts';
import { temporaryFolder } from '@site/testkit/site/temporaryFolder.ts';

/** A site in a process of its own. */
export interface ServedSite {
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

/** Serves built apps: a folder with a folder for each, as `npm run build` makes it. */
export async function serve(folder: string): Promise<ServedSite> {
  const dataDir = await temporaryFolder('bench-data');
  const program = startProgram('bench/site/serve/main.ts', [folder], { DATA_DIR: dataDir });
  const stop = async () => {
    await stopProgram(program);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    return { origin: await readyOrigin(program), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
