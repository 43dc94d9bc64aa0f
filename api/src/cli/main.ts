import { readEnvironment } from '../environment.ts';
import type { Command } from './Command.ts';
import { runCli } from './run.ts';

/** Runs the command that the process was started with. */
export async function main(name: string, commands: Readonly<Record<string, Command>>): Promise<void> {
  process.exitCode = await runCli(name, commands, process.argv.slice(2), {
    dataDir: readEnvironment({ DATA_DIR: process.env.DATA_DIR }).DATA_DIR,
    print: console.log,
    printError: console.error,
  });
}
