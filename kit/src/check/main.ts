/** `site check [NAME…]`: runs the named checks, or all of them, and fails when one of them finds a problem. */
import { onlyRemote } from '../build/bundles/project.ts';
import { boundaries } from './boundaries.ts';
import { type Check, problemsFoundBy } from './Check.ts';
import { catalogues } from './catalogues/catalogues.ts';
import { lint, types } from './programs.ts';
import { styles } from './styles.ts';

/** The checks of a remote, wherever it is. */
const remoteChecks: readonly Check[] = [types, lint, boundaries, catalogues, styles];

const { siteChecks, onDemand } = onlyRemote ? { siteChecks: [], onDemand: [] } : await import('./siteChecks.ts');
const checks: readonly Check[] = [...remoteChecks, ...siteChecks];
const all: readonly Check[] = [...checks, ...onDemand];
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
