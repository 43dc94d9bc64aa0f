/** Runs before the tests of each file: files share a worker, so each must clean up for the next. */
import { afterAll, afterEach, rs } from '@rstest/core';
import { cleanUp } from './cleanUp.ts';

afterEach(cleanUp);

afterAll(() => {
  rs.useRealTimers();
  rs.restoreAllMocks();
  rs.unstubAllGlobals();
});
