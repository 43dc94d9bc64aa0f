import { rm } from 'node:fs/promises';
import { type Program, readyOrigin, startProgram, stopProgram } from './program.ts';
import { temporaryFolder } from './temporaryFolder.ts';

/** An API that runs as a process of its own. */
export interface ApiServer {
  readonly origin: string;
  /** Where its database is. */
  readonly dataDir: string;
  readonly program: Program;
  /** Stops it and removes its data. */
  readonly stop: () => Promise<void>;
}

/** Starts an API on a free port, with an empty data folder. */
export async function startApi(environment: Record<string, string> = {}): Promise<ApiServer> {
  const dataDir = await temporaryFolder('api');
  const settings = { PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...environment };
  const program = startProgram('api/src/main.ts', [], settings);
  const stop = async () => {
    await stopProgram(program);
    await rm(dataDir, { recursive: true, force: true });
  };
  return { origin: await readyOrigin(program), dataDir, program, stop };
}
