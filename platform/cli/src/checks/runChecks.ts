import { boundaries } from '@site/bundling/checks/boundaries.ts';
import { type Check, problemsFoundBy } from '@site/bundling/checks/Check.ts';
import { catalogues } from '@site/bundling/checks/catalogues/catalogues.ts';
import { reader } from '@site/bundling/checks/catalogues/reader.ts';
import { biome, canLint, lint, types } from '@site/bundling/checks/programs.ts';
import { styles } from '@site/bundling/checks/styles.ts';
import { hasPlatform, onlyRemote } from '@site/bundling/project.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import kitPackage from '../../package.json' with { type: 'json' };
import { endWith } from '../commands/strict.ts';

/** The packed kit names Biome as a peer. */
const { [biome]: biomeVersion }: Partial<Record<string, string>> = kitPackage.peerDependencies;

/** The checks of a remote, in any repository. */
const remoteChecks: readonly Check[] = [types, ...(canLint ? [lint] : []), boundaries, catalogues, reader, styles];

/** The checks that always run, and those that run only when named. */
export async function findChecks() {
  if (onlyRemote) return { checks: remoteChecks, onDemand: [] };
  // The platform's own checks have passed before it was packed.
  if (!hasPlatform) return { checks: remoteChecks, onDemand: [(await import('@site/bundling/checks/owner.ts')).owner] };
  const { siteChecks, onDemand } = await import('./siteChecks.ts');
  return { checks: [...remoteChecks, ...siteChecks], onDemand };
}

/**
 * Runs the named checks, or all of them, and fails when one of them finds a problem.
 *
 * @throws {OperatorError} SITE-USAGE when there is no such check
 */
export async function runChecks(names: readonly string[]): Promise<void> {
  const { checks, onDemand } = await findChecks();
  const all = [...checks, ...onDemand];
  const unknown = names.find((name) => all.every((check) => check.name !== name));
  if (unknown !== undefined)
    throw new OperatorError(
      'SITE-USAGE',
      `There is no check "${unknown}". Choose from: ${all.map(({ name }) => name).join(', ')}.`,
    );
  const succeeded = await runAll(names.length > 0 ? all.filter(({ name }) => names.includes(name)) : checks);
  if (names.length === 0 && !canLint)
    console.log(`skip ${lint.name.padEnd(10)} npx ${biome}@${biomeVersion} check, or install it to have it here`);
  if (!succeeded) endWith(1);
}

/** Runs checks in parallel, and reports in the order of the list. Returns whether none found a problem. */
async function runAll(chosen: readonly Check[]): Promise<boolean> {
  const running = chosen.map((check) => ({ check, outcome: timed(check) }));
  let succeeded = true;
  for (const { check, outcome } of running) {
    const { problems, seconds } = await outcome;
    console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${check.name.padEnd(10)} ${seconds.toFixed(1)} s`);
    for (const problem of problems) console.log(problem.replace(/^/gm, '     '));
    succeeded &&= problems.length === 0;
  }
  return succeeded;
}

async function timed(check: Check): Promise<{ problems: readonly string[]; seconds: number }> {
  const start = performance.now();
  const problems = await problemsFoundBy(check);
  return { problems, seconds: (performance.now() - start) / 1000 };
}
