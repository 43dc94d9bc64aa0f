/** Runs before the tests of every file: files share a worker, and nothing of one is left for the next. */
import { afterAll, afterEach, rs } from '@rstest/core';
import { cleanUp } from './cleanUp.ts';

afterEach(cleanUp);

afterAll(() => {
  rs.useRealTimers();
  rs.restoreAllMocks();
  rs.unstubAllGlobals();
});
