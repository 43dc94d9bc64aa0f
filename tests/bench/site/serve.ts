import { rm } from 'node:fs/promises';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { readyOrigin, startProgram, stopProgram } from '@site/testkit/site/program.ts';

/** A running site. */
export interface ServedSite {
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

/** Serves built apps from a folder like `dist/`, in its own process. */
export async function serve(folder: string, settings: Readonly<Record<string, string>> = {}): Promise<ServedSite> {
  const dataDir = await temporaryFolder('bench-data');
  const program = startProgram('tests/bench/site/serveMain.ts', [folder], { DATA_DIR: dataDir, ...settings });
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
