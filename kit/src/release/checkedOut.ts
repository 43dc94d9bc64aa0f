import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from '../build/bundles/folders.ts';

/** What an app is built from. */
export interface CheckedOut {
  /** The commit, marked with `-dirty` when files differ from it; nothing outside of a repository. */
  readonly commit: string | undefined;
  /** Files that differ from the commit, or that it doesn't have. */
  readonly uncommitted: readonly string[];
}

/** The commit that is checked out in a folder, and what has been changed since. */
export async function checkedOut(folder: string = root): Promise<CheckedOut> {
  const git = async (...parameters: string[]) => (await promisify(execFile)('git', parameters, { cwd: folder })).stdout;
  try {
    const commit = (await git('describe', '--always', '--exclude', '*')).trim();
    const status = await git('status', '--porcelain', '--untracked-files=all');
    const uncommitted = status.split('\n').flatMap((line) => (line === '' ? [] : [line.slice(3)]));
    return { commit: uncommitted.length > 0 ? `${commit}-dirty` : commit, uncommitted };
  } catch {
    return { commit: undefined, uncommitted: [] };
  }
}
