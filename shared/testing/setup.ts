/** Runs before the tests of every file: each test finds an empty page. */
import { afterEach } from '@rstest/core';
import { cleanup } from '@testing-library/react';

afterEach(cleanup);
