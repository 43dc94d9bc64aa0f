import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { installedProgram } from '@site/bundling/installedProgram.ts';
import { root } from '@site/bundling/project.ts';
import { endWith } from './strict.ts';

/** Runs the unit tests, or those whose files have one of the words in their paths. */
export async function runTests(words: readonly string[]): Promise<void> {
  const program = installedProgram('@rstest/core', 'rstest');
  const rstest = spawn(process.execPath, [program, 'run', ...words], { cwd: root, stdio: 'inherit' });
  const [code] = await once(rstest, 'exit');
  if (code !== 0) endWith(Number(code) || 1);
}
