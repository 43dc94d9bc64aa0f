/** `npm test [-- PART…]`: the check, the unit tests, and the browser tests against the built site; or the named parts. */
import { nothing, summaryOf, sumOf } from './counts.ts';
import { parts } from './parts.ts';

const names = Object.keys(parts);
const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !names.includes(name));

if (unknown) {
  console.error(`There is no part "${unknown}" of the tests. Choose from: ${names.join(', ')}.`);
  process.exitCode = 1;
} else {
  const counts = [];
  for (const name of wanted.length > 0 ? wanted : names) counts.push((await parts[name]?.()) ?? nothing);
  const sum = sumOf(counts);
  console.log(`\n${summaryOf(sum)}`);
  process.exitCode = sum.failed > 0 ? 1 : 0;
}
