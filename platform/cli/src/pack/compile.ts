import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installedProgram } from '@site/bundling/installedProgram.ts';
import { root } from '@site/bundling/project.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';

/** Scripts; the templates of a new remote stay as they are. */
const isScript = /^(?!.*\/new-remote\/(?:template|repository)\/).*\.(?:[cm]?[jt]s|tsx)$/;

/**
 * Compiles scripts to JavaScript with declarations: Node doesn't run TypeScript in packages.
 *
 * @param files from the project's root
 * @param folder where to work
 * @returns the folder of the results, with the same paths as their sources
 * @throws {OperatorError} BUILD-FAILED with the compiler's message
 */
export async function compile(files: readonly string[], folder: string): Promise<string> {
  const output = join(folder, 'compiled');
  await rm(output, { recursive: true, force: true });
  await mkdir(output, { recursive: true });
  const project = join(folder, 'tsconfig.json');
  const configuration = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      // `npm run check` checks the types. Here the compiler would demand relative imports, but packages import each other by
      // name.
      noCheck: true,
      declaration: true,
      allowJs: true,
      rewriteRelativeImportExtensions: true,
      rootDir: root,
      outDir: output,
    },
    files: files.filter((file) => isScript.test(file)).map((file) => join(root, file)),
    include: ['shared', 'shell'].map((name) => join(root, name, '**/*.d.ts')),
  };
  await writeFile(project, JSON.stringify(configuration));
  try {
    await promisify(execFile)(process.execPath, [installedProgram('typescript', 'tsc'), '-p', project], { cwd: root });
  } catch (error) {
    const { stdout = '' } = error as { readonly stdout?: string };
    throw new OperatorError('BUILD-FAILED', `The packages can’t be compiled:\n${stdout}`, error);
  }
  return output;
}

/** The files that a source becomes, relative to the folder of the results; none when it stays as it is. */
export function compiledFiles(file: string): readonly string[] {
  if (!isScript.test(file) || file.endsWith('.d.ts')) return [];
  const script = file.replace(/\.tsx?$/, '.js');
  return [script, script.replace(/\.([cm]?)js$/, '.d.$1ts')];
}
