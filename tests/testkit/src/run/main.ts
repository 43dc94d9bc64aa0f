/**
 * `npm test [-- WORD…]`: runs the checks, the unit tests, and the browser tests of the built site, or those that the words
 * name. `npm test -- visual --accept` replaces the pictures of pages that look different now.
 */
import { parseArgs } from 'node:util';
import { root } from '@site/bundling/project.ts';
import { explain } from '@site/node/settings.ts';
import { parts } from './parts.ts';
import { summaryOf, sumOf } from './reports.ts';
import { selectTests } from './selectTests.ts';
import { lastThirdTier } from './thirdTier.ts';

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { accept: { type: 'boolean' } } });
  const counts = [];
  for (const { part, ...what } of selectTests(root, positionals))
    counts.push(await parts[part]({ ...what, ...values }));
  const sum = sumOf(counts);
  if (positionals.includes('all')) console.log(`\n${lastThirdTier(root)}`);
  console.log(`\n${summaryOf(sum)}`);
  process.exitCode = sum.failed > 0 ? 1 : 0;
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
