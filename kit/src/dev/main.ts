/**
 * `npm run dev [-- NAME…]`: the whole site with hot reload, or only the shell and the named remotes. The other remotes are
 * shown as they were last built. The component page is at `/_ui`.
 *
 * `npm run dev -- NAME --site URL`: one remote inside a site that runs elsewhere; nothing else is built.
 */
import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { explain } from '@site/http/settings.ts';
import { readSettings } from '@site/server/settings.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { manifestFile } from '@site/shared/contract/release.ts';
import { build } from '../build/build.ts';
import { apps, buildFolder, remotes } from '../build/bundles/project.ts';
import { developInSite } from './inSite/developInSite.ts';
import type { ServerMessage } from './server.ts';

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { site: { type: 'string' } } });
  const unknown = positionals.find((name) => !apps.includes(name));
  if (unknown) throw usageError(`There is no "${unknown}" to work on. Choose from: ${remotes.join(', ')}.`);
  const settings = readSettings(process.env);
  if (values.site !== undefined) await developInSite(onlyRemote(positionals), originOf(values.site), settings);
  else {
    if (positionals.length > 0) await buildMissing(positionals);
    develop(positionals);
  }
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}

function usageError(message: string): OperatorError {
  return new OperatorError('SITE-USAGE', message);
}

function onlyRemote([name, ...more]: readonly string[]): string {
  if (name && more.length === 0 && remotes.includes(name)) return name;
  throw usageError(`Name one remote to work on inside the site: ${remotes.join(', ')}.`);
}

function originOf(site: string): string {
  const url = URL.parse(site);
  if (url && ['http:', 'https:'].includes(url.protocol)) return url.origin;
  throw usageError(`"${site}" is not the address of a site, such as https://www.example.com.`);
}

/** Builds the other remotes that were never built: the site shows their pages too. */
async function buildMissing(named: readonly string[]): Promise<void> {
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

/** Runs the development server in a process of its own: it has to start again when, for example, a `remote.ts` changes. */
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
