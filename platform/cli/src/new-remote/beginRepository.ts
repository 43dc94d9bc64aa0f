import { execFileSync } from 'node:child_process';

/**
 * Installs the new repository's packages, formats it (a name changes quotes and line lengths) if Biome can be fetched, and
 * makes its first commit, if git can.
 *
 * @param message of the commit
 */
export function beginRepository(folder: string, message: string): void {
  const run = (command: string, ...parameters: readonly string[]) =>
    execFileSync(command, parameters, { cwd: folder, env: environment(), stdio: ['ignore', 'ignore', 'inherit'] });
  run('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error');
  succeeds(folder, 'npm', 'run', '--silent', 'format');
  const git = (...parameters: readonly string[]) => succeeds(folder, 'git', ...parameters);
  if (git('rev-parse') || !git('init', '--quiet') || !git('add', '.')) return;
  git('commit', '--quiet', '--message', message);
}

/** Without the options of the `npm exec` that runs this program: those that the folder's scripts run would have them, too. */
function environment(): NodeJS.ProcessEnv {
  const { npm_config_package: _package, npm_config_call: _call, ...others } = process.env;
  return others;
}

/** Runs a program, and returns whether it succeeded. It may be missing, and git may not know who commits. */
function succeeds(folder: string, program: string, ...parameters: readonly string[]): boolean {
  try {
    execFileSync(program, parameters, { cwd: folder, env: environment(), stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
