/**
 * Runs sites and commands for the tests of one worker, in one process. Loading their code takes most of a program's start,
 * and here it happens only once. Tests of the program itself, of signals and of exit codes start it with `startSite`.
 */
import { explain } from '@site/node/settings.ts';
import type { CommandAnswer } from '../site/siteCommand.ts';
import type { HostCommand, HostReply, HostRequest, HostTask } from './Host.ts';

/** Functions that stop the running sites, by origin. */
const stops = new Map<string, () => Promise<void>>();

/** Commands use the process's environment and its console: one runs at a time. */
let lastCommand: Promise<unknown> = Promise.resolve();

async function startSite(environment: NodeJS.ProcessEnv): Promise<string> {
  const [{ readSettings }, site] = await Promise.all([
    import('@site/server/settings.ts'),
    import('@site/server/startSite.ts'),
  ]);
  const { origin, stop } = await site.startSite(readSettings(environment));
  stops.set(origin, stop);
  return origin;
}

/** Runs a command. The result includes everything that this process prints while it runs; sites print nothing. */
async function runCommand({ parameters, environment }: HostCommand): Promise<CommandAnswer> {
  const { siteCommand } = await import('../site/siteCommand.ts');
  const before = process.env;
  process.env = { ...environment };
  try {
    return await siteCommand(parameters);
  } finally {
    process.env = before;
  }
}

async function perform(task: HostTask): Promise<unknown> {
  switch (task.kind) {
    case 'site':
      return await startSite(task.environment);
    case 'stop':
      await stops.get(task.origin)?.();
      return stops.delete(task.origin);
    default: {
      const command = lastCommand.then(() => runCommand(task));
      lastCommand = command.catch(() => {});
      return await command;
    }
  }
}

async function answer({ id, ...task }: HostRequest): Promise<HostReply> {
  try {
    return { id, result: await perform(task) };
  } catch (error) {
    return { id, failure: String(explain(error)) };
  }
}

process.on('message', async (request: HostRequest) => process.send?.(await answer(request)));
process.once('disconnect', () => process.exit());
