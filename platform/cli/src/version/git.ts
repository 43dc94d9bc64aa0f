import { execFileSync } from 'node:child_process';

/** Runs git in a folder, and returns what it prints. */
export const git = (folder: string, ...parameters: readonly string[]): string =>
  execFileSync('git', parameters, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).trim();
