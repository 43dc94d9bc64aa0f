import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from '@site/kit/build/bundles/folders.ts';

/** Runs a program of Node in the project's folder, with its output on ours; whether it succeeded. */
export async function runProgram(file: string, ...parameters: string[]): Promise<boolean> {
  const program = spawn(process.execPath, [file, ...parameters], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(program, 'close');
  return code === 0;
}
