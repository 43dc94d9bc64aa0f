/** Runs before the tests of every file: each test finds an empty page, and links lead to the specification's pages. */
import { afterEach } from '@rstest/core';
import { cleanup } from '@testing-library/react';
import { setTable } from '../routes/currentTable.ts';
import { specifiedRoutes } from './routes.ts';

setTable(specifiedRoutes);
afterEach(cleanup);
