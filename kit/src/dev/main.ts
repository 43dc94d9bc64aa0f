/**
 * `npm run dev [-- NAME…]`: the whole site with hot reload, or the shell and the named remotes alone. Of the other remotes
 * it takes what was built last, and builds those that never were. The component page is at `/_ui`.
 *
 * `npm run dev -- NAME --site URL`: one remote inside of a site that runs elsewhere; nothing else is built.
 */
import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { explain } from '@site/http/settings.ts';
import { readSettings } from '@site/server/settings.ts';
import { manifestFile } from '@site/shared/contract/release.ts';
import { BuildError, build } from '../build/build.ts';
import { apps, remotes } from '../build/bundles/apps.ts';
import { buildFolder } from '../build/bundles/folders.ts';
import { developInSite } from './inSite/developInSite.ts';
import { startAgain } from './startAgain.ts';

/** The command line can't be understood; the message says how it goes. */
class UsageError extends Error {
  override readonly name = 'UsageError';
}

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { site: { type: 'string' } } });
  const unknown = positionals.find((name) => !apps.includes(name));
  if (unknown) throw new UsageError(`There is no "${unknown}" to work on. Choose from: ${remotes.join(', ')}.`);
  const settings = readSettings(process.env);
  if (values.site !== undefined) await developInSite(onlyRemote(positionals), originOf(values.site), settings);
  else {
    if (positionals.length > 0) await takeTheRest(positionals);
    develop(positionals);
  }
} catch (error) {
  const isKnown = error instanceof UsageError || error instanceof BuildError;
  console.error(isKnown ? error.message : explain(error));
  process.exit(1);
}

function onlyRemote([name, ...more]: readonly string[]): string {
  if (name && more.length === 0 && remotes.includes(name)) return name;
  throw new UsageError(`Name one remote to work on inside of the site: ${remotes.join(', ')}.`);
}

function originOf(site: string): string {
  const url = URL.parse(site);
  if (url && ['http:', 'https:'].includes(url.protocol)) return url.origin;
  throw new UsageError(`"${site}" is not the address of a site, such as https://www.example.com.`);
}

/** Remotes that nobody works on have pages too. */
async function takeTheRest(named: readonly string[]): Promise<void> {
  const rest = remotes.filter((name) => !named.includes(name));
  const isBuilt = (name: string) => existsSync(join(buildFolder, name, manifestFile));
  const unbuilt = rest.filter((name) => !isBuilt(name));
  const built = rest.filter(isBuilt);
  if (built.length > 0) console.log(`As they were last built: ${built.join(', ')}. To build them again: npm run build`);
  for (const name of unbuilt) {
    console.log(`${name} was never built: building it once.`);
    await build(name);
  }
}

/** Runs the development server in a process of its own: some changes, such as of a `remote.ts`, are read at its start. */
function develop(names: readonly string[], port?: string): void {
  const environment = { ...process.env, ...(port && { PORT: port }) };
  const server = fork(join(import.meta.dirname, 'server.ts'), names, { env: environment });
  let isToEnd = false;
  const stop = () => {
    isToEnd = true;
    server.kill('SIGTERM');
  };
  let usedPort = port;
  server.on('message', (message) => {
    usedPort = String(message);
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  server.once('exit', (code) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop);
    if (code === startAgain && !isToEnd) develop(names, usedPort);
    else process.exit(isToEnd ? 0 : (code ?? 1));
  });
}
