import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { root } from '@site/bundling/project.ts';
import gt from 'semver/functions/gt.js';
import valid from 'semver/functions/valid.js';

/** How npm asks the registry: a person waits. */
const briefly = ['--fetch-retries=0', '--fetch-timeout=10000', '--loglevel=error'];

/** The newest version of a package, with its file if it is newer than the installed one; or why it is unknown. */
type Newest = { readonly version: string; readonly file?: string } | { readonly unknown: string };

/**
 * Finds a package that is newer than the installed one: in the folder that it was installed from, else in the registry. Never
 * asks a registry about packages from files: anyone may have taken the name there.
 *
 * @param folder to download it into
 */
export async function newerPackage(name: string, installed: string, folder: string): Promise<Newest> {
  const from = sourceOf(name);
  if (from?.startsWith('file:')) return newestIn(dirname(resolve(root, from.slice('file:'.length))), name, installed);
  try {
    const version: unknown = JSON.parse(await npm('view', `${name}@latest`, 'version', '--json'));
    if (typeof version !== 'string' || !gt(version, installed)) return { version: installed };
    await mkdir(folder, { recursive: true });
    const packed: unknown = JSON.parse(await npm('pack', `${name}@${version}`, '--json', '--pack-destination', folder));
    const [{ filename }] = Object.values(packed as object) as [{ readonly filename: string }];
    return { version, file: join(folder, basename(filename)) };
  } catch (error) {
    const { stderr = '' } = error as { readonly stderr?: string };
    const reason = stderr.split('\n').find((line) => line.startsWith('npm error ')) ?? String(error);
    return { unknown: `npm has no answer (${reason.replace('npm error ', '')}).` };
  }
}

/** Where a package comes from, according to package.json. */
function sourceOf(name: string): string | undefined {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly dependencies?: Readonly<Record<string, string>>;
    readonly devDependencies?: Readonly<Record<string, string>>;
  };
  return devDependencies?.[name] ?? dependencies?.[name];
}

function newestIn(packages: string, name: string, installed: string): Newest {
  if (!existsSync(packages)) return { unknown: `${packages} isn’t there.` };
  const prefix = `${name.replace('@', '').replace('/', '-')}-`;
  let newest: Newest = { version: installed };
  for (const file of readdirSync(packages)) {
    const version = file.startsWith(prefix) ? valid(file.slice(prefix.length).replace(/\.tgz$/, '')) : null;
    if (version !== null && gt(version, newest.version)) newest = { version, file: join(packages, file) };
  }
  return newest;
}

async function npm(...parameters: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('npm', [...parameters, ...briefly], { cwd: root });
  return stdout;
}

/** Unpacks a package into a folder. Returns the folder. */
export async function unpack(file: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await promisify(execFile)('tar', ['-xzf', file, '--strip-components=1', '-C', folder]);
  return folder;
}
