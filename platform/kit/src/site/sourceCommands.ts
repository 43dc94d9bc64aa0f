import { type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { apps, onlyRemote } from '../build/bundles/project.ts';

/** The commands that work on sources: `build`, `check`, `test` and `dev`. */
export function addSourceCommands(site: CommandUnknownOpts): void {
  site.commandsGroup('Sources:');
  site
    .command('build [names...]')
    .description(`build ${onlyRemote ?? 'apps, or all of them,'} into dist/`)
    .action(async (names) => {
      for (const name of names) assertNamed(name, apps, 'to build');
      const { build } = await import('../build/build.ts');
      for (const app of names.length > 0 ? names : apps) {
        const { version, built } = await build(app);
        console.log(`${app.padEnd(10)} ${version} ${built ? 'built' : 'unchanged'}`);
      }
    });
  site
    .command('check [names...]')
    .description('all checks, or the named ones; a wrong name lists them')
    .action(async (names) => await (await import('../check/runChecks.ts')).runChecks(names));
  site
    .command('test [words...]')
    .description('unit tests: all, or those whose files have the words in their paths')
    .action(async (words) => await (await import('./test.ts')).runTests(words));
  site
    .command('dev [names...]')
    .description(
      onlyRemote
        ? 'your pages inside of a site that runs elsewhere'
        : 'hot reload: everything, or the shell and the named remotes',
    )
    .option('--site <address>', 'the running site that shows one remote from these sources', origin)
    .action(async (names, options) => {
      for (const name of names) assertNamed(name, apps, 'to work on');
      await (await import('../dev/develop.ts')).develop(names, options.site);
    });
}

function assertNamed(name: string, known: readonly string[], what: string): void {
  if (!known.includes(name))
    throw new OperatorError('SITE-USAGE', `There is no "${name}" ${what}. Choose from: ${known.join(', ')}.`);
}

function origin(text: string): string {
  const url = URL.parse(text);
  if (url && ['http:', 'https:'].includes(url.protocol)) return url.origin;
  throw new InvalidArgumentError('It must be the address of a site, such as https://www.example.com.');
}
