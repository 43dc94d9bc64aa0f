/** `npm run check [-- NAME…]`: runs the named checks, or all of them, and fails when one of them finds a problem. */
import { boundaries } from './boundaries.ts';
import { brandName } from './brandName.ts';
import { type Check, problemsFoundBy } from './Check.ts';
import { catalogues } from './catalogues/catalogues.ts';
import { dependencies, errorCodes, links } from './documentation.ts';
import { owner } from './owner.ts';
import { lint, tokens, types, unused } from './programs.ts';
import { styles } from './styles.ts';

const checks: readonly Check[] = [
  types,
  lint,
  boundaries,
  catalogues,
  unused,
  dependencies,
  errorCodes,
  links,
  tokens,
  styles,
  brandName,
];

/** Checks that find what only the owner can know: they fail until the site goes live, and run only when they are named. */
const onDemand: readonly Check[] = [owner];

const all = [...checks, ...onDemand];
const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => all.every((check) => check.name !== name));

if (unknown) {
  console.error(`There is no check "${unknown}". Choose from: ${all.map(({ name }) => name).join(', ')}.`);
  process.exitCode = 1;
} else {
  await runAll(wanted.length > 0 ? all.filter(({ name }) => wanted.includes(name)) : checks);
}

/** Runs checks in parallel, and reports in the order of the list. */
async function runAll(chosen: readonly Check[]): Promise<void> {
  const running = chosen.map((check) => ({ check, outcome: timed(check) }));
  for (const { check, outcome } of running) {
    const { problems, seconds } = await outcome;
    console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${check.name.padEnd(10)} ${seconds.toFixed(1)} s`);
    for (const problem of problems) console.log(problem.replace(/^/gm, '     '));
    if (problems.length > 0) process.exitCode = 1;
  }
}

async function timed(check: Check): Promise<{ problems: readonly string[]; seconds: number }> {
  const start = performance.now();
  const problems = await problemsFoundBy(check);
  return { problems, seconds: (performance.now() - start) / 1000 };
}
