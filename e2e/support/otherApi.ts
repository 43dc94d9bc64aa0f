import { rm } from 'node:fs/promises';
import { readyOrigin, startProgram, stopProgram } from './program.ts';
import { temporaryFolder } from './temporaryFolder.ts';

/** A test with an API that runs as a process of its own. */
export interface OtherApi {
  readonly api: {
    readonly origin: string;
    /** Where its database is. */
    readonly dataDir: string;
  };
}

/** The fixtures of such a test: an API on a free port, with an empty data folder. */
export const otherApi = {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from this very pattern
  api: async ({}, use: (api: OtherApi['api']) => Promise<void>) => {
    const dataDir = await temporaryFolder('api');
    const program = startProgram('api/src/main.ts', [], { PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
    await use({ origin: await readyOrigin(program), dataDir });
    await stopProgram(program);
    await rm(dataDir, { recursive: true, force: true });
  },
};
