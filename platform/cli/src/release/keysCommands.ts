import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { apps, onlyRemote } from '@site/bundling/project.ts';
import { print } from '../commands/print.ts';
import { strict, wrongCommandLine } from '../commands/strict.ts';
import { time } from './optionValues.ts';

const usageCode = 'RELEASE-USAGE';

/** `site keys new|list|revoke`: the keys that sign releases and, in the whole site's repository, those that servers trust. */
export function addKeysCommands(site: CommandUnknownOpts): void {
  const keys = strict(site.command('keys'), usageCode).description(
    'the keys that sign releases, and those that servers trust',
  );
  const command = <Usage extends string>(usage: Usage, summary: string) =>
    strict(keys.command(usage), usageCode).description(summary).option('--json', 'print JSON, for scripts');
  const newKey = command('new <name>', 'make a key, and print what servers need to trust it')
    .requiredOption(
      '--apps <names>',
      `for which apps: ${onlyRemote ?? `${apps.join(', ')} or a team’s own, with commas between them, or '*' for all`}`,
    )
    .option('--signs <what>', 'what it signs: releases or pointers, or nothing, for who only looks; default: both')
    .option('--desk', 'also opens the owner’s desk in the control room: messages of visitors, mails, news')
    .option('--key <file>', 'its file (default: NAME.key)')
    .option('--until <date>', 'when it ends, such as 2030-01-31', time)
    // More arguments come from a shell that expands `--apps *`.
    .allowExcessArguments();
  newKey.action(async (name, options) => {
    const { globbed, makeKey } = await import('./keys.ts');
    const extra = newKey.args.slice(1);
    if (extra.length > 0)
      throw wrongCommandLine(
        newKey,
        usageCode,
        globbed(options.apps, extra) ?? `keys new takes only a name: what is "${extra[0]}"?`,
      );
    print(await makeKey(name, options), options);
  });
  // Only servers have the file of trusted keys.
  if (onlyRemote !== undefined) return;
  command('list', 'the keys that servers trust').action(async (options) =>
    print(await (await import('./keys.ts')).listKeys(), options),
  );
  command('revoke <name>', 'end a key: it signs nothing new').action(async (name, options) =>
    print(await (await import('./keys.ts')).revokeKey(name), options),
  );
}
