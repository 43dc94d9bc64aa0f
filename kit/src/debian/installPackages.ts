import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Machine } from '../browser/machine.ts';
import { aptLock } from './unpackPackages.ts';

/** Installs packages on a Debian system, where this program runs as root; elsewhere it does nothing. */
export async function installPackages({ platform, isRoot, run }: Machine, ...names: readonly string[]): Promise<void> {
  if (platform !== 'linux' || !isRoot) return;
  await mkdir(dirname(aptLock), { recursive: true });
  // Without fresh lists of packages there may be old ones that do.
  const script = `apt-get update; apt-get install -y --no-install-recommends ${names.join(' ')}`;
  await run('flock', aptLock, 'sh', '-c', script);
}
