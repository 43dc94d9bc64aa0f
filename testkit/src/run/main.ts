/** `npm test [-- WORD…]`: the checks, the unit tests, and the browser tests of the built site; or the tests that the words name. */
import { explain } from '@site/http/settings.ts';
import { root } from '@site/kit/build/bundles/project.ts';
import { parts } from './parts.ts';
import { summaryOf, sumOf } from './reports.ts';
import { selectTests } from './selectTests.ts';

try {
  const counts = [];
  for (const { part, paths } of selectTests(root, process.argv.slice(2))) counts.push(await parts[part](paths));
  const sum = sumOf(counts);
  console.log(`\n${summaryOf(sum)}`);
  process.exitCode = sum.failed > 0 ? 1 : 0;
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
