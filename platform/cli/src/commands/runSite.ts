import { Command, CommanderError } from '@commander-js/extra-typings';
import { onlyRemote } from '@site/bundling/project.ts';
import { addSettings } from '@site/node/envFile.ts';
import { hasCode } from '@site/releases/store/files.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { terminalText } from '@site/shared/plainText.ts';
import kitPackage from '../../package.json' with { type: 'json' };
import { addReleaseCommands, withOwnRemote } from '../release/releaseCommands.ts';
import { addSourceCommands } from './sourceCommands.ts';
import { strict } from './strict.ts';

/** Exit codes of errors that scripts may want to handle; all others have 1. */
const exitCodes: Partial<Record<string, number>> = { 'SITE-USAGE': 2, 'RELEASE-USAGE': 2, 'RELEASE-BUSY': 3 };

/** Every command of `site`. A remote's own repository has one app and no servers. */
export async function createCommands(): Promise<Command> {
  const site = strict(new Command('npx site'), 'SITE-USAGE')
    .description('Everything that is done with the site from a command line.')
    .version(kitPackage.version, '--version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .configureHelp({ showGlobalOptions: true })
    // Errors are printed once, by `runSite`.
    .configureOutput({ writeOut: (text) => console.log(text.trimEnd()), writeErr: () => {}, outputError: () => {} })
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 1 refused, 2 wrong command line, 3 another process is changing what is live.',
    );
  const program = site.option('--env-file <file>', 'settings as the servers have them, such as /etc/site.env');
  program.hook('preAction', () => void addSettings(program.opts().envFile));
  addSourceCommands(site);
  addReleaseCommands(site);
  if (onlyRemote === undefined) (await import('./siteCommands.ts')).addSiteCommands(site);
  return site;
}

/** Runs the command of a command line and prints its errors. Returns the exit code. Bugs throw. */
export async function runSite(parameters: readonly string[]): Promise<number> {
  try {
    const site = await createCommands();
    await site.parseAsync(parameters.length === 0 ? ['--help'] : withOwnRemote(parameters), { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    const reason = missingPackage(error) ?? error;
    // Help, which most people wait for, needs nothing of what reads settings.
    const { explain } = await import('@site/node/settings.ts');
    const explained = explain(reason);
    if (typeof explained !== 'string') throw error;
    const { code = '', message = explained } = reason instanceof OperatorError ? reason : {};
    console.error(terminalText(parameters.includes('--json') ? JSON.stringify({ error: { code, message } }) : message));
    return exitCodes[code] ?? 1;
  }
}

/** The error of a command that builds or tests, on a server that has only what it runs on. */
function missingPackage(error: unknown): OperatorError | undefined {
  if (!(error instanceof Error && hasCode(error, 'ERR_MODULE_NOT_FOUND'))) return undefined;
  const [, name] = /^Cannot find package '([^']+)'/.exec(error.message) ?? [];
  return name === undefined
    ? undefined
    : new OperatorError('SITE-PACKAGES', `${name} isn’t installed. Run “npm ci” without “--omit=dev”.`, error);
}
