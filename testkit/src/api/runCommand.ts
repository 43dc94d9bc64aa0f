import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { TestDatabase } from './testDatabase.ts';

/** What a command printed, and its exit code. */
interface CommandResult {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs `npm run news` or `npm run messages` in its own process, while the server runs. */
export function runCommand(
  name: 'news' | 'messages',
  { environment }: Pick<TestDatabase, 'environment'>,
  args: readonly string[],
): CommandResult {
  const script = join(process.cwd(), `api/src/cli/${name}.ts`);
  const result = spawnSync(process.execPath, [script, ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  });
  return { status: result.status, output: result.stdout.trim(), errors: result.stderr.trim() };
}
