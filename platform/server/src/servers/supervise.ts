import cluster from 'node:cluster';
import { realpathSync } from 'node:fs';
import { extname, isAbsolute, join } from 'node:path';
import { printFailure } from '@site/node/logLines.ts';
import { announceReady, feedWatchdog, stopOnSignals } from '@site/node/serviceManager.ts';
import { serverVariables } from './messages.ts';
import { ServerProcess } from './ServerProcess.ts';
import { Supervisor } from './Supervisor.ts';

const main = join(import.meta.dirname, `../main${extname(import.meta.filename)}`);

/**
 * Runs several servers on one port: SIGHUP replaces them one by one, also with another version of the program. This process
 * serves nothing itself.
 *
 * @param environment of the servers, which read the file of settings themselves: it may have changed
 */
export async function supervise(count: number, environment: NodeJS.ProcessEnv): Promise<void> {
  // All servers accept from one queue, so none of its connections is lost with a server, or waits for one that hangs.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary(programPaths());
  // By the path that it was started with, too: a reload then uses the Node of the new checkout.
  if (isAbsolute(process.argv0)) process.execPath = process.argv0;
  // What only the file of settings has is undefined here, and left out.
  const inherited = Object.keys(process.env).map((name) => [name, environment[name]]);
  const own = { NOTIFY_SOCKET: undefined, WATCHDOG_USEC: undefined };
  const supervisor = new Supervisor(count, {
    launch: (number, { listensAtOnce, gather }) => {
      const variables = { [serverVariables.number]: number, [serverVariables.listensAtOnce]: listensAtOnce };
      const worker = cluster.fork({ ...Object.fromEntries(inherited), ...own, ...variables });
      return new ServerProcess(number, worker, listensAtOnce, gather);
    },
    report: printFailure,
  });
  let isStopping = false;
  stopOnSignals(async () => {
    isStopping = true;
    await supervisor.stop();
    process.exit();
  });
  process.on('SIGHUP', () => supervisor.reload());
  feedWatchdog();
  try {
    announceReady(await supervisor.start());
  } catch {
    // The server has said why.
    if (!isStopping) process.exit(1);
  }
}

/**
 * The program and its checkout as they were started, perhaps through a link: after an update, that leads to another checkout.
 * Any other working folder stays.
 */
function programPaths(): { readonly exec: string; readonly cwd: string } {
  const [, started = ''] = process.argv;
  const exec = realPathOf(started) === realpathSync(main) ? started : main;
  const checkout = join(exec, '../../../..');
  return { exec, cwd: realPathOf(checkout) === process.cwd() ? checkout : process.cwd() };
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
