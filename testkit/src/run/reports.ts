/** The part of Rstest's JSON report that is needed. */
interface UnitReport {
  readonly summary: {
    readonly passedTests: number;
    readonly failedTests: number;
    readonly failedFiles: number;
    readonly skippedTests: number;
    readonly todoTests: number;
  };
}

/** The part of Playwright's JSON report that is needed. */
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
 * Counts of a run of Playwright. A test that passed only on a retry has passed; Playwright's own list names it as flaky. See docs/testing.md.
 */
export function countBrowserTests(report: string): Counts {
  const { stats, errors } = JSON.parse(report) as BrowserReport;
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length, skipped: stats.skipped };
}

/** The results of a test run. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const nothing: Counts = { passed: 0, failed: 0, skipped: 0 };

/** For a program that failed as a whole. */
export const oneFailure: Counts = { ...nothing, failed: 1 };

/** The sum of counts. */
export const sumOf = (all: readonly Counts[]): Counts =>
  all.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    nothing,
  );

/** The line that ends a run. */
export function summaryOf({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
