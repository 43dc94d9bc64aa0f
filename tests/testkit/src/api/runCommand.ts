import { Host } from '../host/Host.ts';
import { programEnvironment } from '../site/program.ts';
import type { TestDatabase } from './testDatabase.ts';

/** What a command printed, and its exit code. */
interface CommandResult {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs `site news` or `site messages` in a separate process while the server runs. */
export async function runCommand(
  name: 'news' | 'messages',
  { environment }: Pick<TestDatabase, 'environment'>,
  args: readonly string[],
): Promise<CommandResult> {
  const { code, stdout, stderr } = await Host.get().run([name, ...args], { ...programEnvironment, ...environment });
  return { status: code, output: stdout.trim(), errors: stderr.trim() };
}
