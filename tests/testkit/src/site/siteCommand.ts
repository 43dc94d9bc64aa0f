import { format } from 'node:util';
import { runSite } from '@site/cli/commands/runSite.ts';

/** What a command printed, and its exit code. */
export interface CommandAnswer {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `site` in this process, with its environment. While it runs, nothing else may print. */
export async function siteCommand(parameters: readonly string[]): Promise<CommandAnswer> {
  const printed = { stdout: '', stderr: '' };
  const { log, error } = console;
  const keep =
    (stream: keyof typeof printed) =>
    (...parts: unknown[]) => {
      printed[stream] += `${format(...parts)}\n`;
    };
  Object.assign(console, { log: keep('stdout'), error: keep('stderr') });
  try {
    return { code: await runSite(parameters), ...printed };
  } finally {
    Object.assign(console, { log, error });
  }
}

/** The same, without the name of the store, progress messages and the final line break. */
export async function siteAnswer(parameters: readonly string[]): Promise<CommandAnswer> {
  const { code, stdout, stderr } = await siteCommand(parameters);
  return { code, stdout: stdout.trimEnd(), stderr: stderr.replaceAll(/^(?:Store: |… ).*\n/gm, '').trimEnd() };
}
