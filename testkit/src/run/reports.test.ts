import { expect, test } from '@rstest/core';
import { countBrowserTests, countUnitTests, nothing, summaryOf, sumOf } from './reports.ts';

const unitSummary = { passedTests: 7, failedTests: 0, failedFiles: 0, skippedTests: 1, todoTests: 2 };
const browserStats = { expected: 5, unexpected: 1, flaky: 1, skipped: 3 };

test('unit tests are counted as they ended', () => {
  expect(countUnitTests(JSON.stringify({ summary: unitSummary }))).toEqual({ passed: 7, failed: 0, skipped: 3 });
});

test('a file of unit tests that does not even load is a failure', () => {
  expect(countUnitTests(JSON.stringify({ summary: { ...unitSummary, failedFiles: 1 } })).failed).toBe(1);
});

test('a browser test that passed when it was run again has passed, and a fault outside of the tests is a failure', () => {
  const report = { stats: browserStats, errors: [{ message: 'worker ended' }] };
  expect(countBrowserTests(JSON.stringify(report))).toEqual({ passed: 6, failed: 2, skipped: 3 });
});

test('the last line names what was skipped only when something was', () => {
  const counts = { passed: 2, failed: 1, skipped: 0 };
  expect(summaryOf(sumOf([counts, nothing, counts]))).toBe('4 passed, 2 failed');
  expect(summaryOf({ ...counts, skipped: 4 })).toBe('2 passed, 1 failed, 4 skipped');
});
