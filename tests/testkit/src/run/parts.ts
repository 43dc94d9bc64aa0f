import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installedProgram } from '@site/bundling/installedProgram.ts';
import { root } from '@site/bundling/project.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { findBrowser } from '../browser/findBrowser.ts';
import { thisMachine } from '../browser/machine.ts';
import { installPackages, starts } from '../debianPackages.ts';
import { siteProgram } from '../site/program.ts';
import { type Counts, countBrowserTests, countUnitTests, failureOf, nothing } from './reports.ts';
import type { PartName, Selection, Tiers } from './selectTests.ts';
import { fileInTurn, rememberThirdTier } from './thirdTier.ts';

/** Runs a part of the tests: its first tier, all of it, or some files or folders. */
type Part = (what: Omit<Selection, 'part'> & TestOptions) => Promise<Counts>;

interface TestOptions {
  /** Whether to replace the pictures of pages that look different. */
  readonly accept?: boolean | undefined;
}

/** Counts only failures. */
const check: Part = async () => ((await runProgram(siteProgram, 'check')) ? nothing : failureOf('npm run check'));

const unit: Part = async ({ paths, tiers }) => {
  await installServerPrograms();
  // rstest.config.ts reads it.
  if (paths.length === 0 && !tiers) process.env.FIRST_TIER = 'true';
  return await runTests({
    program: [installedProgram('@rstest/core', 'rstest'), 'run', ...paths],
    report: 'test-results/unit.json',
    count: countUnitTests,
  });
};

const e2e: Part = async ({ paths, tiers, accept }) => {
  if (!(await runProgram(siteProgram, 'build'))) return failureOf('npm run build');
  await installServerPrograms();
  try {
    process.env.TESTED_BROWSER = await findBrowser();
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    console.error(error.message);
    return failureOf('the search for a browser');
  }
  const inTurn = process.env.CI === undefined ? undefined : fileInTurn(root);
  const counts = await runTests({
    program: [
      installedProgram('@playwright/test', 'playwright'),
      'test',
      ...(paths.length > 0 ? paths.map(patternOf) : filtersOf[tiers ?? 'first']),
      ...(tiers === 'all' && inTurn !== undefined ? [patternOf(inTurn)] : []),
      ...(accept ? ['--update-snapshots'] : []),
    ],
    report: 'test-results/e2e.json',
    count: countBrowserTests,
  });
  if (tiers === 'weekly') rememberThirdTier(root, counts);
  return counts;
};

/** Programs of a server by the names of their Debian packages, each with what shows that it is there. */
const serverPrograms: Readonly<Record<string, readonly [string, string]>> = {
  bubblewrap: ['bwrap', '--version'],
  age: ['age', '--version'],
  restic: ['restic', 'version'],
  sqlite3: ['sqlite3', '--version'],
};

/** Installs the server programs of docs/deploy.md, on Debian as root. Elsewhere, tests of missing ones are skipped. */
async function installServerPrograms(): Promise<void> {
  const missing: string[] = [];
  for (const [name, program] of Object.entries(serverPrograms)) if (!(await starts(...program))) missing.push(name);
  if (missing.length > 0) await installPackages(thisMachine, ...missing);
}

/** Selects the browser tests of tiers in Playwright: files, and in them tests (tests/e2e/support/tiers.ts). */
const filtersOf: Readonly<Record<'first' | Tiers, readonly string[]>> = {
  first: [String.raw`(?<!\.all|\.weekly)\.spec\.ts$`, '--grep-invert', '@all'],
  all: [String.raw`(?<!\.weekly)\.spec\.ts$`],
  weekly: [String.raw`\.weekly\.spec\.ts$`],
};

/** Playwright takes regular expressions for paths: "tests/e2e/dev" alone would also match "tests/e2e/development". */
const patternOf = (path: string) => `${RegExp.escape(join(root, path))}(?:[/\\\\]|$)`;

/** The parts by name. */
export const parts: Readonly<Record<PartName, Part>> = { check, unit, e2e };

interface TestRunner {
  readonly program: readonly [string, ...string[]];
  /** The JSON file that the runner writes. */
  readonly report: string;
  readonly count: (report: string) => Counts;
}

/** Runs tests and counts the results in their report. A runner that crashes counts as a failure, whatever it reported. */
async function runTests({ program, report, count }: TestRunner): Promise<Counts> {
  const file = join(root, report);
  rmSync(file, { force: true });
  const succeeded = await runProgram(...program);
  const counts = existsSync(file) ? count(readFileSync(file, 'utf8')) : failureOf(program[0]);
  return succeeded || counts.failed > 0 ? counts : { ...counts, failed: 1, failures: [program[0]] };
}

/** Runs a Node program in the project's folder, with its output on ours. Returns whether it succeeded. */
async function runProgram(file: string, ...parameters: string[]): Promise<boolean> {
  const program = spawn(process.execPath, [file, ...parameters], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(program, 'close');
  return code === 0;
}
