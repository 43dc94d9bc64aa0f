import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { buildFolder, root } from '@site/kit/build/bundles/project.ts';
import { compile } from './compile.ts';
import { describePackages } from './packages.ts';
import { writePackage } from './writePackage.ts';

/** The default folder of the packages. */
export const packagesFolder = join(buildFolder, 'packages');

/** Packs the packages as `npm pack` does. Returns their files. */
export async function packAll(folder: string = packagesFolder): Promise<readonly string[]> {
  const packages = describePackages();
  const compiled = await compile([...new Set(packages.flatMap(({ files }) => files))]);
  const target = resolve(folder);
  await mkdir(target, { recursive: true });
  return await Promise.all(
    packages.map(async (description) => {
      const contents = join(root, '.cache/packages', basename(description.name));
      await writePackage(description, compiled, contents);
      const { stdout } = await promisify(execFile)('npm', ['pack', '--silent', '--pack-destination', target], {
        cwd: contents,
      });
      return join(target, stdout.trim());
    }),
  );
}
