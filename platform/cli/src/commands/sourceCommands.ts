import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { apps, onlyRemote, shell } from '@site/bundling/project.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { terminalText } from '@site/shared/plainText.ts';
import { recordedAddress } from './recordedAddress.ts';
import { siteAddress } from './siteAddress.ts';
import { strict } from './strict.ts';

/** The commands that work on sources: `build`, `check`, `test` and `dev`. */
export function addSourceCommands(site: CommandUnknownOpts): void {
  site.commandsGroup('Sources:');
  const command = <Usage extends string>(usage: Usage) => strict(site.command(usage), 'SITE-USAGE');
  command('build [names...]')
    .description(`build ${onlyRemote ?? 'apps, or all of them,'} into dist/`)
    .action(async (names) => {
      for (const name of names) assertNamed(name, apps, 'to build');
      const { build } = await import('@site/bundling/build.ts');
      for (const app of names.length > 0 ? names : apps) {
        const { version, built } = await build(app);
        console.log(`${app.padEnd(10)} ${version} ${built ? 'built' : 'unchanged'}`);
      }
    });
  command('check [names...]')
    .description('all checks, or the named ones; a wrong name lists them')
    .action(async (names) => await (await import('../checks/runChecks.ts')).runChecks(names));
  command('test [words...]')
    .description('unit tests: all, or those whose files have the words in their paths')
    .action(async (words) => await (await import('./test.ts')).runTests(words));
  command('dev [names...]')
    .description(
      onlyRemote
        ? 'your pages with hot reload, in the shell of the kit or in a running site'
        : 'hot reload: everything, or the shell and the named remotes',
    )
    .option('--site <address>', 'the running site that shows one remote from these sources', siteAddress)
    .option(
      '--record <api=address>',
      'ask an API for what has no fixture, and write its answer as one',
      recordedAddress,
    )
    .action(async (names, options) => {
      for (const name of names) assertNamed(name, apps, 'to work on');
      if (options.site !== undefined) await assertFits(names, options.site);
      await (await import('../dev/develop.ts')).develop(names, options.site, options.record);
    });
}

/** Says at the start what would otherwise fail in the browser: a site whose shell is too old. */
async function assertFits(names: readonly string[], site: string): Promise<void> {
  const { liveShell, misfitOf } = await import('../dev/liveShell.ts');
  const live = await liveShell(site);
  for (const name of onlyRemote ? [onlyRemote] : names) {
    const misfit = live && name !== shell && misfitOf(name, live);
    if (misfit) console.error(terminalText(misfit.message));
  }
}

function assertNamed(name: string, known: readonly string[], what: string): void {
  if (!known.includes(name))
    throw new OperatorError('SITE-USAGE', `There is no "${name}" ${what}. Choose from: ${known.join(', ')}.`);
}
