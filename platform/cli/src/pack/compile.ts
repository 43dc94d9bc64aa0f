import { execFile } from 'node:child_process';
import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installedProgram } from '@site/bundling/installedProgram.ts';
import { root } from '@site/bundling/project.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { parseSync, Visitor } from 'oxc-parser';

/** Scripts; what new remotes and sites are copied from stays as it is. */
const isScript =
  /^(?!.*\/new-(?:remote|site)\/(?:template|repository)\/|shared\/company\/(?:fonts\/|company\.test\.)).*\.(?:[cm]?[jt]s|tsx)$/;

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
  for await (const file of glob('**/*.js', { cwd: output })) await restoreImports(join(output, file));
  return output;
}

/** What the compiler puts around the address of an import that is only known when it runs. */
const wrapper = '__rewriteRelativeImportExtension';

/** Removes it: Rspack reads such imports, and none of them names a source of ours. */
async function restoreImports(file: string): Promise<void> {
  const code = await readFile(file, 'utf8');
  if (!code.includes(wrapper)) return;
  const unwanted: (readonly [start: number, end: number])[] = [];
  new Visitor({
    VariableDeclaration: ({ declarations: [declared], start, end }) => {
      if (declared?.id.type === 'Identifier' && declared.id.name === wrapper) unwanted.push([start, end]);
    },
    CallExpression: ({ callee, start, end }) => {
      if (callee.type !== 'Identifier' || callee.name !== wrapper) return;
      unwanted.push([start, callee.end + 1], [end - 1, end]);
    },
  }).visit(parseSync(file, code).program);
  const restored = unwanted
    .toSorted(([a], [b]) => b - a)
    .reduce((text, [start, end]) => text.slice(0, start) + text.slice(end), code);
  await writeFile(file, restored);
}

/** The files that a source becomes, relative to the folder of the results; none when it stays as it is. */
export function compiledFiles(file: string): readonly string[] {
  if (!isScript.test(file) || file.endsWith('.d.ts')) return [];
  const script = file.replace(/\.tsx?$/, '.js');
  return [script, script.replace(/\.([cm]?)js$/, '.d.$1ts')];
}
