import type { Counts } from './counts.ts';

/** The part of Rstest's JSON report that is counted. */
interface UnitReport {
  readonly summary: {
    readonly passedTests: number;
    readonly failedTests: number;
    readonly failedFiles: number;
    readonly skippedTests: number;
    readonly todoTests: number;
  };
}

/** The part of Playwright's JSON report that is counted. */
interface BrowserReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  /** Faults outside of any test. */
  readonly errors: readonly unknown[];
}

/** Counts of a run of Rstest. A file that failed before its first test counts as a failure. */
export function countUnitTests(report: string): Counts {
  const { summary } = JSON.parse(report) as UnitReport;
  return {
    passed: summary.passedTests,
    failed: Math.max(summary.failedTests, summary.failedFiles),
    skipped: summary.skippedTests + summary.todoTests,
  };
}

/**
 * Counts of a run of Playwright. A test that passed only when it was run again has passed (Playwright's own list names
 * it as flaky); see docs/testing.md.
 */
export function countBrowserTests(report: string): Counts {
  const { stats, errors } = JSON.parse(report) as BrowserReport;
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length, skipped: stats.skipped };
}
