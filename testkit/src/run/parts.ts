import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from '@site/kit/browser/findBrowser.ts';
import { root } from '@site/kit/build/bundles/project.ts';
import { installedProgram } from '@site/kit/installedProgram.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { type Counts, countBrowserTests, countUnitTests, nothing, oneFailure } from './reports.ts';
import type { PartName } from './selectTests.ts';

/** Runs a part of the tests: all of it, or some files or folders. */
type Part = (paths: readonly string[]) => Promise<Counts>;

/** Counts only failures. */
const check: Part = async () => ((await runProgram('kit/src/check/main.ts')) ? nothing : oneFailure);

const unit: Part = (paths) =>
  runTests({
    program: [installedProgram('@rstest/core', 'rstest'), 'run', ...paths],
    report: 'test-results/unit.json',
    count: countUnitTests,
  });

const e2e: Part = async (paths) => {
  if (!(await runProgram('kit/src/build/main.ts'))) return oneFailure;
  try {
    process.env.TESTED_BROWSER = await findBrowser();
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    console.error(error.message);
    return oneFailure;
  }
  return await runTests({
    program: [installedProgram('@playwright/test', 'playwright'), 'test', ...paths.map(patternOf)],
    report: 'test-results/e2e.json',
    count: countBrowserTests,
  });
};

/** Playwright takes regular expressions for paths: "e2e/dev" alone would also match "e2e/development". */
const patternOf = (path: string) => `${RegExp.escape(join(root, path))}(?:[/\\\\]|$)`;

/** The parts by name. */
export const parts: Readonly<Record<PartName, Part>> = { check, unit, e2e };

interface TestRunner {
  readonly program: readonly [string, ...string[]];
  /** The JSON file that it writes. */
  readonly report: string;
  readonly count: (report: string) => Counts;
}

/** Runs tests and counts the results in their report. A runner that crashes counts as a failure, whatever it reported. */
async function runTests({ program, report, count }: TestRunner): Promise<Counts> {
  const file = join(root, report);
  rmSync(file, { force: true });
  const succeeded = await runProgram(...program);
  const counts = existsSync(file) ? count(readFileSync(file, 'utf8')) : oneFailure;
  return succeeded ? counts : { ...counts, failed: Math.max(counts.failed, 1) };
}

/** Runs a Node program in the project's folder, with its output on ours. Returns whether it succeeded. */
export async function runProgram(file: string, ...parameters: string[]): Promise<boolean> {
  const program = spawn(process.execPath, [file, ...parameters], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(program, 'close');
  return code === 0;
}
