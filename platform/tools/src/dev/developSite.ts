import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildResult } from '@site/kit/build/build.ts';
import { buildFolder, remotes } from '@site/kit/build/bundles/project.ts';
import { manifestFile } from '@site/shared/contract/release.ts';
import type { ServerMessage } from './server.ts';

type Build = (app: string) => Promise<BuildResult>;

/** Shows the whole site with hot reload, or the shell and the named remotes; the others are served from their last build. */
export async function developSite(names: readonly string[], build: Build): Promise<void> {
  if (names.length > 0) await buildMissing(names, build);
  develop(names);
}

/** Builds the other remotes that were never built: the site shows their pages too. */
async function buildMissing(named: readonly string[], build: Build): Promise<void> {
  const others = remotes.filter((name) => !named.includes(name));
  const isBuilt = (name: string) => existsSync(join(buildFolder, name, manifestFile));
  const unbuilt = others.filter((name) => !isBuilt(name));
  const built = others.filter(isBuilt);
  if (built.length > 0) console.log(`Using the last build of ${built.join(', ')}. To build again: npm run build`);
  for (const name of unbuilt) {
    console.log(`${name} was never built: building it once.`);
    await build(name);
  }
}

/** Runs the development server in its own process: it must restart when, for example, a `remote.ts` changes. */
function develop(names: readonly string[], port?: string): void {
  const environment = { ...process.env, ...(port && { PORT: port }) };
  const server = fork(join(import.meta.dirname, 'server.ts'), names, { env: environment });
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
    if (said.needsRestart && !isStopped) develop(names, said.port);
    else process.exit(isStopped ? 0 : (code ?? 1));
  });
}
