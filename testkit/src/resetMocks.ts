/** Runs before the tests of every file: files share a worker, and what one has replaced is whole again for the next. */
import { afterAll, rs } from '@rstest/core';

afterAll(() => {
  rs.useRealTimers();
  rs.restoreAllMocks();
  rs.unstubAllGlobals();
});
