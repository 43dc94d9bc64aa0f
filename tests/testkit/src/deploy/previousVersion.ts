import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '@site/bundling/project.ts';

const run = promisify(execFile);

const git = async (...parameters: string[]): Promise<string> =>
  (await run('git', parameters, { cwd: root, maxBuffer: 64 * 1024 * 1024 })).stdout.trim();

/**
 * The commit of the version before this one: the newest tag `v…`, or else the last commit whose package.json has another
 * version. Undefined if the clone isn't deep enough, or that version had packages that aren't installed now, or lacked a file.
 */
export async function previousVersion(file: string): Promise<string | undefined> {
  try {
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    const commit = (await newestTag(version)) ?? (await lastCommitOfAnother(version));
    if (commit === undefined) return undefined;
    await git('cat-file', '-e', `${commit}:${file}`);
    const [before, now] = await Promise.all([packagesAt(commit), packagesAt('HEAD')]);
    return hasPackagesOf(before, now) ? commit : undefined;
  } catch {
    return undefined;
  }
}

/** The newest release before HEAD, not counting HEAD itself. */
async function newestTag(version: string): Promise<string | undefined> {
  const tags = await git('tag', '--merged', 'HEAD', '--list', 'v*', '--sort=-version:refname');
  const [tag] = tags.split('\n').filter((name) => name !== '' && name !== `v${version}`);
  return tag && (await git('rev-list', '-1', tag));
}

async function lastCommitOfAnother(version: string): Promise<string | undefined> {
  const changes = await git('log', '--format=%H', `-G"version":`, '--', 'package.json');
  for (const commit of changes.split('\n')) {
    const parent = await git('rev-parse', `${commit}^`).catch(() => undefined);
    if (parent && (await versionAt(parent)) !== version) return parent;
  }
  return undefined;
}

const versionAt = async (commit: string): Promise<string> =>
  (JSON.parse(await git('show', `${commit}:package.json`)) as { version: string }).version;

/** The packages in the lock file of a commit, by their folders. */
async function packagesAt(commit: string): Promise<Packages> {
  const { packages } = JSON.parse(await git('show', `${commit}:package-lock.json`)) as { readonly packages: Packages };
  return packages;
}

type Packages = Readonly<Record<string, { readonly dependencies?: object; readonly integrity?: string }>>;

/** Whether everything that a version runs with is installed now, also what is only a development dependency by now. */
function hasPackagesOf(before: Packages, now: Packages): boolean {
  const named = Object.entries(before).flatMap(([folder, { dependencies = {} }]) =>
    folder.includes('node_modules/') ? [] : Object.keys(dependencies),
  );
  const places = named.map((name) => `node_modules/${name}`).filter((place) => before[place]?.integrity);
  return places.every((place) => before[place]?.integrity === now[place]?.integrity);
}
