import { rm } from 'node:fs/promises';
import { type Program, readyOrigin, startProgram, stopProgram } from './program.ts';
import { testedReleases } from './releases.ts';
import { temporaryFolder } from './temporaryFolder.ts';

/** How a site of its own differs from the ordinary one. */
export interface SiteOptions {
  readonly environment?: Record<string, string>;
  /** Store of the releases that it serves. */
  readonly releases?: string;
}

/** A running site. */
export interface SiteServer {
  readonly origin: string;
  /** Where its database is. */
  readonly dataDir: string;
  readonly program: Program;
  /** Stops it and removes its data. */
  readonly stop: () => Promise<void>;
}

/** Starts a program that serves the site, as its owner would. */
export function startSiteProgram({ releases = testedReleases, environment }: SiteOptions): Program {
  return startProgram('server/src/main.ts', [], { PORT: '0', RELEASES: releases, ...environment });
}

/** Starts a site on a free port, with an empty data folder. */
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
