import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { buildFolder, root } from '@site/kit/build/bundles/project.ts';
import { compile } from './compile.ts';
import { describePackages } from './packages.ts';
import { writePackage } from './writePackage.ts';

/** The default folder of the packages. */
export const packagesFolder = join(buildFolder, 'packages');

/** What npm says about a package that it has made. */
interface PackedPackage {
  readonly name: string;
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** Makes the packages. Returns their files and contents. */
export async function packAll(folder: string = packagesFolder): Promise<readonly PackedPackage[]> {
  // One per process, so that two can pack at once; inside the project, where dependencies are found.
  const workspace = join(root, '.cache/packages', String(process.pid));
  try {
    return await packIn(workspace, folder);
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
}

/** Makes the packages, and leaves the contents of each in a folder of its name. */
export async function packIn(workspace: string, folder: string): Promise<readonly PackedPackage[]> {
  const packages = describePackages();
  const compiled = await compile([...new Set(packages.flatMap(({ files }) => [...files]))], workspace);
  const target = resolve(folder);
  await mkdir(target, { recursive: true });
  return await Promise.all(
    packages.map(async (description) => {
      const contents = join(workspace, basename(description.manifest.name));
      await writePackage(description, compiled, contents);
      const { stdout } = await promisify(execFile)('npm', ['pack', '--json', '--pack-destination', target], {
        cwd: contents,
        maxBuffer,
      });
      const [packed] = Object.values(JSON.parse(stdout) as readonly PackedPackage[]);
      if (packed === undefined) throw new Error(`npm made no package of ${contents}.`);
      return { ...packed, filename: join(target, packed.filename) };
    }),
  );
}

const maxBuffer = 16 * 1024 * 1024;
