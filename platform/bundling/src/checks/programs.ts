/** Checks that run another program. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { descriptionOf, installedProgram } from '../installedProgram.ts';
import { company, hasPlatform, onlyRemote, remotes, root, shell, sourcesOf } from '../project.ts';
import type { Check } from './Check.ts';

/** Checks all types. Each remote is a separate project, which sees only the shell's texts and its own. */
export const types: Check = {
  name: 'types',
  run: async (app) => {
    const chosen = app === undefined ? ['tsconfig.json', ...remotes.map(projectOf)] : [projectOf(app)];
    const tsc = installedProgram('typescript', 'tsc');
    // A check of one app runs before each release, so it skips the packages' own types. A check of all of them leaves the other
    // processors to the other checks: one thread needs a third less time than several together.
    const own = app === undefined ? ['--singleThreaded'] : ['--skipLibCheck'];
    const reports = await Promise.all(
      [...new Set(chosen)].map((project) => reportOf(tsc, '--noEmit', ...own, '-p', project)),
    );
    return (app === shell ? reports.flat().flatMap(shellProblems) : reports.flat()).map(explained);
  },
};

/** Says what the compiler's own words don't: two pages of the site would have one name. */
export const explained = (report: string): string =>
  report.replace(
    /^.*TS2430: Interface 'SitePages'.*$/m,
    (line) => `${line}\n  The site has a page of this name. Give yours another one.`,
  );

const projectOf = (app: string) => (app === shell ? 'tsconfig.json' : join(sourcesOf(app), 'tsconfig.json'));

/** Keeps only the problems of the shell, whose project includes tests and tools. Indented lines continue the one above. */
const shellProblems = (report: string): readonly string[] =>
  report.split(/\n(?=\S)/).filter((problem) => !/^(?!shell\/|shared\/)\S+\(\d+,\d+\): /.test(problem));

/** The package that lints. */
export const biome = '@biomejs/biome';

/** Whether it is installed: a team may use another linter. */
export const canLint = descriptionOf(biome, join(root, 'package.json')) !== undefined;

/** Style, suspicious code, accessibility and literal texts in components; configured in biome.json. */
export const lint: Check = {
  name: 'lint',
  run: (app) => {
    const program = installedProgram(biome);
    const report = ['--reporter=concise', '--colors=off'];
    // During development, format, warnings, and rules that read the whole project can wait.
    return app === undefined
      ? reportOf(program, 'check', '--error-on-warnings', ...report)
      : reportOf(program, 'lint', '--diagnostic-level=error', '--skip=project', ...report, ...lintedOf(app));
  },
};

/** The sources of an app that are here: of an installed shell, only what is the company's. */
function lintedOf(app: string): readonly string[] {
  if (app === onlyRemote) return ['src', 'locales'];
  return [app === shell && !hasPlatform ? company : sourcesOf(app)];
}

/** Unused files, exports and dependencies; configured in knip.json. */
export const unused: Check = {
  name: 'unused',
  run: () => reportOf(installedProgram('knip'), '--no-progress', '--treat-config-hints-as-errors'),
};

const maxOutput = 16 * 1024 * 1024;

/** Runs a program in the project's root folder. Returns its output when it fails. */
export async function reportOf(program: string, ...args: readonly string[]): Promise<readonly string[]> {
  try {
    await promisify(execFile)(process.execPath, [program, ...args], { cwd: root, maxBuffer: maxOutput });
    return [];
  } catch (error) {
    if (!(error instanceof Error)) return [String(error)];
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return [`${stdout}${stderr}`.trim() || error.message];
  }
}
