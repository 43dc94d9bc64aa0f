import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { buildFolder, root } from '@site/bundling/project.ts';
import { compile } from './compile.ts';
import { type PackageDescription, packagesForTeams } from './packages.ts';
import { writePackage } from './writePackage.ts';

/** The default folder of the packages for teams. */
export const packagesFolder = join(buildFolder, 'packages');

/** The default folder of the packages for other sites. */
export const sitePackagesFolder = join(buildFolder, 'site-packages');

/** Makes packages, by default those for teams. Returns their files. */
export async function packAll(
  folder: string = packagesFolder,
  descriptions: readonly PackageDescription[] = packagesForTeams(),
): Promise<readonly string[]> {
  // One per process, so that two can pack at once; inside the project, where dependencies are found.
  const workspace = join(root, '.cache/packages', String(process.pid));
  try {
    return await packIn(workspace, resolve(folder), descriptions);
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
}

async function packIn(
  workspace: string,
  target: string,
  descriptions: readonly PackageDescription[],
): Promise<readonly string[]> {
  const files = descriptions.flatMap((description) => [...description.files]);
  const compiled = await compile([...new Set(files)], workspace);
  await mkdir(target, { recursive: true });
  const packed: string[] = [];
  for (const description of descriptions) {
    const contents = join(workspace, basename(description.manifest.name));
    await writePackage(description, compiled, contents);
    packed.push(await packFolder(contents, target));
  }
  return packed;
}

async function packFolder(contents: string, target: string): Promise<string> {
  const { stdout } = await promisify(execFile)('npm', ['pack', '--json', '--pack-destination', target], {
    cwd: contents,
    // npm otherwise asks the registry for a newer npm.
    env: { ...process.env, npm_config_update_notifier: 'false' },
    maxBuffer,
  });
  const [packed] = Object.values(JSON.parse(stdout) as readonly { readonly filename: string }[]);
  if (packed === undefined) throw new Error(`npm made no package of ${contents}.`);
  return join(target, packed.filename);
}

const maxBuffer = 16 * 1024 * 1024;
