/** Runs before the tests of each file: every test starts with an empty page, and links lead to the specification's pages. */
import { afterEach } from '@rstest/core';
import { cleanup, configure } from '@testing-library/react';
import { setTable } from '../routes/currentTable.ts';
import { specifiedRoutes } from './routes.ts';

setTable(specifiedRoutes);
// A busy machine may take longer than the second that is the default.
configure({ asyncUtilTimeout: 10_000 });
afterEach(cleanup);
