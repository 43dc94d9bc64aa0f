import { execFileSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import cliPackage from '../../package.json' with { type: 'json' };

const { oldestNode } = cliPackage.config;

/**
 * Checks the Node that a repository outside of this project will be used with: this project brings its own, and finds it first.
 *
 * @param root of this project
 * @throws {OperatorError} SITE-NODE when there is none, or it is too old
 */
export function assertNode(root: string): void {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(join(root, '/')));
  const version = versionOf({ ...process.env, PATH: folders.join(delimiter) });
  if (Number(/^v(\d+)/.exec(version ?? '')?.[1] ?? 0) >= oldestNode) return;
  throw new OperatorError(
    'SITE-NODE',
    `A repository of its own needs Node ${oldestNode} or later on this machine, ${version === undefined ? 'where there is none' : `which has ${version}`}: only this project brings its own. Install it from https://nodejs.org, or let the team run: npm create @site/remote`,
  );
}

function versionOf(env: NodeJS.ProcessEnv): string | undefined {
  try {
    return execFileSync('node', ['--version'], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}
