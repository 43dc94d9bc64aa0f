/** `npm test [-- WORD…]`: the check, the unit tests, and the browser tests against the built site; or what the words name. */
import { root } from '@site/kit/build/bundles/folders.ts';
import { summaryOf, sumOf } from './counts.ts';
import { parts } from './parts.ts';
import { selectTests, UnknownTestsError } from './selectTests.ts';

try {
  const counts = [];
  for (const { part, paths } of selectTests(root, process.argv.slice(2))) counts.push(await parts[part](paths));
  const sum = sumOf(counts);
  console.log(`\n${summaryOf(sum)}`);
  process.exitCode = sum.failed > 0 ? 1 : 0;
} catch (error) {
  if (!(error instanceof UnknownTestsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
