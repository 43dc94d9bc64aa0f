import { rm } from 'node:fs/promises';
import { temporaryFolder } from './folders.ts';
import { type Program, readyOrigin, startProgram, startProgramWithDescriptors, stopProgram } from './program.ts';
import { sharedSettings, testedReleases } from './releases.ts';

/** How a site differs from the default one. */
export interface SiteOptions {
  readonly environment?: Record<string, string>;
  /** Folder of its store of releases. */
  readonly releases?: string;
  /** How many descriptors its process may have. */
  readonly descriptors?: number;
}

/** A running site. */
export interface SiteServer {
  readonly origin: string;
  /** Folder of its database. */
  readonly dataDir: string;
  readonly program: Program;
  /** Stops it and deletes its data. */
  readonly stop: () => Promise<void>;
}

/** Starts the program that serves the site. */
export function startSiteProgram({ releases = testedReleases, environment, descriptors }: SiteOptions): Program {
  const [file, settings] = ['server/src/main.ts', { PORT: '0', ...sharedSettings(releases), ...environment }] as const;
  return descriptors ? startProgramWithDescriptors(descriptors, file, settings) : startProgram(file, [], settings);
}

/** Starts a site on a free port with an empty data folder, and waits until it is ready. */
export async function startSite(options: SiteOptions = {}): Promise<SiteServer> {
  const dataDir = await temporaryFolder('data');
  const program = startSiteProgram({ ...options, environment: { DATA_DIR: dataDir, ...options.environment } });
  const stop = async () => {
    await stopProgram(program);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    return { origin: await readyOrigin(program), dataDir, program, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A running API server without a site. */
export interface ApiServer {
  readonly origin: string;
  /** Folder of its database. */
  readonly dataDir: string;
  readonly program: Program;
  /** Stops it and deletes its data. */
  readonly stop: () => Promise<void>;
}

/** Starts an API server on a free port with an empty data folder. */
export async function startApi(environment: Record<string, string> = {}, descriptors?: number): Promise<ApiServer> {
  const dataDir = await temporaryFolder('api');
  const [file, settings] = [
    'api/src/main.ts',
    { PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...environment },
  ] as const;
  const program = descriptors
    ? startProgramWithDescriptors(descriptors, file, settings)
    : startProgram(file, [], settings);
  const stop = async () => {
    await stopProgram(program);
    await rm(dataDir, { recursive: true, force: true });
  };
  return { origin: await readyOrigin(program), dataDir, program, stop };
}
