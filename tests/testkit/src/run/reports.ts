import { stripVTControlCharacters } from 'node:util';

/** The relevant part of Rstest's JSON report. */
interface UnitReport {
  readonly summary: {
    readonly passedTests: number;
    readonly failedTests: number;
    readonly failedFiles: number;
  };
  readonly files: readonly {
    readonly testPath: string;
    readonly status: string;
    readonly results: readonly UnitResult[];
  }[];
}

interface UnitResult extends Attempt {
  readonly fullName: string;
  /** The groups that a test is in. */
  readonly parentNames?: readonly string[];
  readonly status: string;
  readonly retryCount?: number;
}

/** Why a test failed, in a report. */
interface Attempt {
  readonly errors?: readonly { readonly message?: string }[];
}

/** The relevant part of Playwright's JSON report. */
interface BrowserReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
  };
  readonly suites: readonly BrowserSuite[];
  /** Faults outside of any test. */
  readonly errors: readonly unknown[];
}

interface BrowserSuite {
  readonly file: string;
  readonly specs: readonly { readonly title: string; readonly tests: readonly BrowserResult[] }[];
  readonly suites?: readonly BrowserSuite[];
}

interface BrowserResult {
  readonly status: string;
  /** With `type: 'skip'`, why it was skipped. */
  readonly annotations?: readonly { readonly type: string; readonly description?: string }[];
  readonly results?: readonly Attempt[];
}

/** Counts of a run of Rstest. A file that failed before its first test counts as a failure. */
export function countUnitTests(report: string): Counts {
  const { summary, files } = JSON.parse(report) as UnitReport;
  const named = files.flatMap(({ testPath, status, results }) => [
    ...results.map((test) => ({ ...test, testPath, name: `${testPath} › ${test.fullName}` })),
    ...(status === 'fail' && results.every((test) => test.status !== 'fail')
      ? [{ testPath, name: testPath, status, errors: [], parentNames: [] }]
      : []),
  ]);
  return {
    passed: summary.passedTests,
    failed: Math.max(summary.failedTests, summary.failedFiles),
    skipped: named
      .filter(({ status }) => status === 'skip')
      // A group's name says what its tests need.
      .map(({ testPath, name, parentNames = [] }) =>
        parentNames.length > 0 ? `${testPath} › ${parentNames.join(' › ')}` : name,
      ),
    failures: named.filter(({ status }) => status === 'fail').map((test) => test.name + reasonOf([test])),
    flaky: named
      .filter((test) => test.status === 'pass' && 'retryCount' in test && (test.retryCount ?? 0) > 0)
      .map(({ name }) => name),
  };
}

/**
 * Counts of a run of Playwright. A test that passes only on a retry counts as passed, and is named as flaky. See
 * docs/testing.md.
 */
export function countBrowserTests(report: string): Counts {
  const { stats, suites, errors } = JSON.parse(report) as BrowserReport;
  const specs = suites.flatMap(specsOf);
  const namesOf = (wanted: string) =>
    specs.flatMap(({ name, tests }) => {
      const found = tests.find(({ status }) => status === wanted);
      return found ? [name + reasonOf(found.results ?? [])] : [];
    });
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: specs.flatMap(({ name, tests }) =>
      tests
        .filter(({ status }) => status === 'skipped')
        .map(({ annotations = [] }) => annotations.find(({ type }) => type === 'skip')?.description ?? name),
    ),
    failures: namesOf('unexpected'),
    flaky: namesOf('flaky'),
  };
}

const specsOf = ({ file, specs, suites = [] }: BrowserSuite): { name: string; tests: readonly BrowserResult[] }[] => [
  ...specs.map(({ title, tests }) => ({ name: `${file} › ${title}`, tests })),
  ...suites.flatMap(specsOf),
];

/** How much of an error the end of a run shows, in characters: the earlier output may have scrolled away. */
const shownReason = 400;

/** The first error of a test, in one line. */
function reasonOf(attempts: readonly Attempt[]): string {
  const [message] = attempts.flatMap(({ errors = [] }) => errors.flatMap(({ message = '' }) => message || []));
  if (message === undefined) return '';
  const line = stripVTControlCharacters(message).replaceAll(/\s+/g, ' ').trim();
  return `: ${line.length > shownReason ? `${line.slice(0, shownReason)}…` : line}`;
}

/** The results of a test run. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** For each skipped test what it needs, or else its name. */
  readonly skipped: readonly string[];
  /** The tests that failed, each with its first error. */
  readonly failures: readonly string[];
  /** The tests that passed only on a retry; browser tests with their first error. */
  readonly flaky: readonly string[];
}

export const nothing: Counts = { passed: 0, failed: 0, skipped: [], failures: [], flaky: [] };

/** For a program that failed as a whole. */
export const failureOf = (program: string): Counts => ({ ...nothing, failed: 1, failures: [program] });

/** The sum of counts. */
export const sumOf = (all: readonly Counts[]): Counts =>
  all.reduce(
    (sum, { passed, failed, skipped, failures, flaky }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: [...sum.skipped, ...skipped],
      failures: [...sum.failures, ...failures],
      flaky: [...sum.flaky, ...flaky],
    }),
    nothing,
  );

/** The end of a run: what was skipped and why, which tests failed or were flaky, and as the last line the counts. */
export function summaryOf({ passed, failed, skipped, failures, flaky }: Counts): string {
  const reasons = Map.groupBy(skipped, (reason) => reason);
  return [
    ...[...reasons].map(([reason, { length }]) => `skipped: ${length === 1 ? reason : `${length} tests: ${reason}`}`),
    ...flaky.map((name) => `flaky: ${name}`),
    ...failures.map((name) => `failed: ${name}`),
    `${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`,
  ].join('\n');
}
