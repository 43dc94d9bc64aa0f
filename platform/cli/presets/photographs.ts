import { fileURLToPath } from 'node:url';
import type { RstestConfig } from '@rstest/core';

const loader = fileURLToPath(import.meta.resolve('@site/bundling/loaders/picture.mjs'));

/** In unit tests, photographs have their size and colour, and variants that nobody encodes. */
export const photographs: NonNullable<NonNullable<RstestConfig['tools']>['rspack']> = (_config, { appendRules }) =>
  appendRules({ test: /\.(?:jpe?g|png)$/i, resourceQuery: /^$/, type: 'javascript/auto', use: [loader] });
