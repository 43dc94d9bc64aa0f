import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from '../build/bundles/folders.ts';

const outputLimit = 16 * 1024 * 1024;

/** Runs a program in the project's root folder. Its output is a problem when it fails. */
export async function problemsOf(program: string, ...args: readonly string[]): Promise<readonly string[]> {
  try {
    await promisify(execFile)(process.execPath, [program, ...args], { cwd: root, maxBuffer: outputLimit });
    return [];
  } catch (error) {
    return [reportOf(error)];
  }
}

function reportOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
  return `${stdout}${stderr}`.trim() || error.message;
}
