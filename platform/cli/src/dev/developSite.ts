import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { BuildResult } from '@site/bundling/build.ts';
import { buildFolder, onlyRemote, remotes } from '@site/bundling/project.ts';
import { manifestFile } from '@site/shared/contract/release.ts';
import type { DevelopmentOptions } from './DevelopmentServer.ts';
import type { ServerMessage } from './server.ts';

// In a package, it is compiled.
const program = join(import.meta.dirname, `server${extname(import.meta.filename)}`);

type Build = (app: string) => Promise<BuildResult>;

/**
 * Shows remotes with hot reload. In the repository of the whole site, with the shell, and with the others as last built or as
 * on a running site.
 */
export async function developSite(options: DevelopmentOptions, build: Build): Promise<void> {
  const { names, site } = options;
  if (onlyRemote === undefined && names.length > 0 && site === undefined) await buildMissing(names, build);
  develop(options);
}

/** Builds the other remotes that were never built: the site shows their pages too. */
async function buildMissing(named: readonly string[], build: Build): Promise<void> {
  const others = remotes.filter((name) => !named.includes(name));
  const isBuilt = (name: string) => existsSync(join(buildFolder, name, manifestFile));
  const unbuilt = others.filter((name) => !isBuilt(name));
  const built = others.filter(isBuilt);
  if (built.length > 0) console.log(`Using the last build of ${built.join(', ')}. To build again: npx site build`);
  for (const name of unbuilt) {
    console.log(`${name} was never built: building it once.`);
    await build(name);
  }
}

/** Runs the development server in its own process: it must restart when, for example, a `remote.ts` changes. */
function develop(options: DevelopmentOptions, port?: string): void {
  const environment = { ...process.env, ...(port && { PORT: port }) };
  const server = fork(program, [JSON.stringify(options)], { env: environment });
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    server.kill('SIGTERM');
  };
  let said: ServerMessage = port === undefined ? {} : { port };
  server.on('message', (message: ServerMessage) => {
    said = { ...said, ...message };
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  server.once('exit', (code) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop);
    if (said.needsRestart && !isStopped) develop(options, said.port);
    else process.exit(isStopped ? 0 : (code ?? 1));
  });
}
