import { execFile } from 'node:child_process';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installedProgram } from '@site/bundling/installedProgram.ts';
import { root } from '@site/bundling/project.ts';

/**
 * Checks the types of a copy of these sources with the packages in a folder.
 *
 * @param folder inside the repository, with its own `node_modules/`
 * @returns a line for each problem
 */
export async function problemsWith(folder: string): Promise<readonly string[]> {
  for (const sources of ['src', 'locales']) await cp(join(root, sources), join(folder, sources), { recursive: true });
  const configuration = {
    extends: '../../presets/tsconfig.json',
    compilerOptions: { skipLibCheck: true },
    include: ['src', 'locales'],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(configuration));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  try {
    const tsc = installedProgram('typescript', 'tsc');
    await promisify(execFile)(process.execPath, [tsc, '--noEmit', '-p', folder], { cwd: folder });
    return [];
  } catch (error) {
    const { stdout = String(error) } = error as { readonly stdout?: string };
    return stdout.split('\n').filter((line) => /^\S.*error TS/.test(line));
  }
}
