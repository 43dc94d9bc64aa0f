import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { BrowserNotFoundError, findBrowser } from '@site/kit/browser/findBrowser.ts';
import { root } from '@site/kit/build/bundles/folders.ts';
import { type Counts, nothing, oneFailure } from './counts.ts';
import { countBrowserTests, countUnitTests } from './reports.ts';
import { runProgram } from './runProgram.ts';
import type { PartName } from './selectTests.ts';

/** Runs a part of the tests: all of it, or some files or folders. */
type Part = (paths: readonly string[]) => Promise<Counts>;

const require = createRequire(import.meta.url);
const packageFile = (name: string, file: string) => join(require.resolve(`${name}/package.json`), '..', file);

/** Has no tests to count: it can only fail. */
const check: Part = async () => ((await runProgram('kit/src/check/main.ts')) ? nothing : oneFailure);

const unit: Part = (paths) =>
  runTests({
    program: [packageFile('@rstest/core', 'bin/rstest.js'), 'run', ...paths],
    report: 'test-results/unit.json',
    count: countUnitTests,
  });

const e2e: Part = async (paths) => {
  if (!(await runProgram('kit/src/build/main.ts'))) return oneFailure;
  try {
    process.env.TESTED_BROWSER = await findBrowser();
  } catch (error) {
    if (!(error instanceof BrowserNotFoundError)) throw error;
    console.error(error.message);
    return oneFailure;
  }
  return await runTests({
    program: [packageFile('@playwright/test', 'cli.js'), 'test', ...paths.map(patternOf)],
    report: 'test-results/e2e.json',
    count: countBrowserTests,
  });
};

/** Playwright takes patterns of whole paths: "e2e/dev" would be in "e2e/development" too. */
const patternOf = (path: string) => `${RegExp.escape(join(root, path))}(/|$)`;

/** The parts by name. */
export const parts: Readonly<Record<PartName, Part>> = { check, unit, e2e };

interface TestRunner {
  readonly program: readonly [string, ...string[]];
  /** The JSON file that it writes. */
  readonly report: string;
  readonly count: (report: string) => Counts;
}

/** Runs tests and counts what their report says. A runner that crashed is a failure, whatever it had reported. */
async function runTests({ program, report, count }: TestRunner): Promise<Counts> {
  const file = join(root, report);
  rmSync(file, { force: true });
  const succeeded = await runProgram(...program);
  const counts = existsSync(file) ? count(readFileSync(file, 'utf8')) : oneFailure;
  return succeeded ? counts : { ...counts, failed: Math.max(counts.failed, 1) };
}
