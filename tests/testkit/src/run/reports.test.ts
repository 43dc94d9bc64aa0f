import { expect, test } from '@rstest/core';
import { countBrowserTests, countUnitTests, failureOf, nothing, summaryOf, sumOf } from './reports.ts';

const unitSummary = { passedTests: 7, failedTests: 0, failedFiles: 0 };
const browserStats = { expected: 5, unexpected: 1, flaky: 1 };

test('unit tests are counted by result, and named when they failed, were flaky, or lacked something', () => {
  const results = [
    { fullName: 'works', status: 'pass', retryCount: 0 },
    { fullName: 'works the second time', status: 'pass', retryCount: 1 },
    { fullName: 'with Redis waits', parentNames: ['with Redis'], status: 'skip' },
    { fullName: 'waits', parentNames: [], status: 'skip' },
    { fullName: 'never works', status: 'fail', retryCount: 1, errors: [{ message: 'not '.repeat(200) }] },
  ];
  const files = [{ testPath: 'a.test.ts', status: 'fail', results }];
  expect(countUnitTests(JSON.stringify({ summary: { ...unitSummary, failedTests: 1 }, files }))).toEqual({
    passed: 7,
    failed: 1,
    skipped: ['a.test.ts › with Redis', 'a.test.ts › waits'],
    failures: [`a.test.ts › never works: ${'not '.repeat(100)}…`],
    flaky: ['a.test.ts › works the second time'],
  });
});

test('a file of unit tests that does not load is a failure', () => {
  const files = [{ testPath: 'a.test.ts', status: 'fail', results: [] }];
  const counts = countUnitTests(JSON.stringify({ summary: { ...unitSummary, failedFiles: 1 }, files }));
  expect(counts).toMatchObject({ failed: 1, failures: ['a.test.ts'] });
});

test('a browser test that passes on a retry has passed, and a fault outside the tests is a failure', () => {
  const suites = [
    {
      file: 'a.spec.ts',
      specs: [
        { title: 'works', tests: [{ status: 'expected' }] },
        {
          title: 'waits',
          tests: [{ status: 'skipped', annotations: [{ type: 'skip', description: 'Needs nginx.' }] }],
        },
      ],
      suites: [
        {
          file: 'a.spec.ts',
          specs: [
            { title: 'works again', tests: [{ status: 'flaky' }] },
            {
              title: 'breaks',
              tests: [
                {
                  status: 'unexpected',
                  results: [
                    { errors: [{ message: '\u001b[31mExpected:\u001b[39m 200\n\nReceived: 503' }] },
                    { errors: [] },
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  ];
  const report = { stats: browserStats, suites, errors: [{ message: 'worker ended' }] };
  expect(countBrowserTests(JSON.stringify(report))).toEqual({
    passed: 6,
    failed: 2,
    skipped: ['Needs nginx.'],
    failures: ['a.spec.ts › breaks: Expected: 200 Received: 503'],
    flaky: ['a.spec.ts › works again'],
  });
});

test('a run ends with what failed, what was flaky, and the counts as the last line', () => {
  const counts = { ...nothing, passed: 2, flaky: ['a.test.ts › works the second time'] };
  expect(summaryOf(sumOf([counts, failureOf('npm run check')]))).toBe(
    'flaky: a.test.ts › works the second time\nfailed: npm run check\n2 passed, 1 failed',
  );
});

test('a run names what was skipped and why, and counts it in the last line', () => {
  expect(summaryOf({ ...nothing, passed: 2, failed: 1 })).toBe('2 passed, 1 failed');
  const skipped = ['a.test.ts › with Redis', 'Needs nginx.', 'a.test.ts › with Redis'];
  expect(summaryOf({ ...nothing, passed: 2, skipped })).toBe(
    'skipped: 2 tests: a.test.ts › with Redis\nskipped: Needs nginx.\n2 passed, 0 failed, 3 skipped',
  );
});
