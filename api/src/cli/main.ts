import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { readEnvironment } from '../environment.ts';
import type { Command } from './Command.ts';
import { runCli } from './run.ts';

/** Runs the command that the process was started with. */
export async function main(name: string, commands: Readonly<Record<string, Command>>): Promise<void> {
  const { DATA_DIR, DATABASE_URL } = process.env;
  try {
    const place = readEnvironment({ DATA_DIR, DATABASE_URL });
    process.exitCode = await runCli(name, commands, process.argv.slice(2), {
      place: { dataDir: place.DATA_DIR, databaseUrl: place.DATABASE_URL },
      print: console.log,
      printError: console.error,
    });
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
