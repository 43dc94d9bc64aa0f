import { rm } from 'node:fs/promises';
import { Host } from '../host/Host.ts';
import { temporaryFolder } from './folders.ts';
import {
  type Program,
  programEnvironment,
  readyOrigin,
  type SiteProject,
  startProgram,
  startProgramWithDescriptors,
  stopProgram,
  thisProject,
} from './program.ts';
import { sharedSettings, testedReleases } from './releases.ts';

/** Differences from a default site. */
export interface SiteOptions {
  readonly environment?: Record<string, string>;
  /** Folder of its store of releases. */
  readonly releases?: string;
  /** How many descriptors its process may have. */
  readonly descriptors?: number;
  /** The project whose server it is; default: this one. */
  readonly project?: SiteProject;
}

/** A running site. */
export interface RunningSite {
  readonly origin: string;
  /** Folder of its database. */
  readonly dataDir: string;
  /** Its output so far. */
  readonly output: () => string;
  /** Stops it and deletes its data. */
  readonly stop: () => Promise<void>;
}

/** A running site in its own process. */
export interface SiteServer extends RunningSite {
  readonly program: Program;
}

const settingsOf = ({ releases = testedReleases, environment }: SiteOptions) => ({
  PORT: '0',
  ...sharedSettings(releases),
  ...environment,
});

/** Starts the program that serves the site. */
export function startSiteProgram(options: SiteOptions): Program {
  const { descriptors, project: { server, folder } = thisProject } = options;
  const settings = settingsOf(options);
  return descriptors
    ? startProgramWithDescriptors(descriptors, server, settings)
    : startProgram(server, [], settings, folder);
}

/** Starts a site in its own process, on a free port with an empty data folder, and waits until it is ready. */
export async function startSite(options: SiteOptions = {}): Promise<SiteServer> {
  const dataDir = await temporaryFolder('data');
  const program = startSiteProgram({ ...options, environment: { DATA_DIR: dataDir, ...options.environment } });
  const stop = async () => {
    await stopProgram(program);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    return { origin: await readyOrigin(program), dataDir, program, output: program.output, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Like `startSite`, but in the process that hosts the sites of this worker's tests, which takes a third of the time. */
export async function hostSite(options: Omit<SiteOptions, 'descriptors' | 'project'> = {}): Promise<RunningSite> {
  const host = Host.get();
  const output = host.outputFromNow();
  const dataDir = await temporaryFolder('data');
  const removeData = () => rm(dataDir, { recursive: true, force: true });
  const environment = { ...programEnvironment, DATA_DIR: dataDir, ...settingsOf(options) };
  try {
    const origin = await host.startSite(environment);
    const stop = async () => {
      await host.stopSite(origin);
      await removeData();
    };
    return { origin, dataDir, output, stop };
  } catch (error) {
    await removeData();
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
