import type { Command, CommandUnknownOpts, OptionValues } from '@commander-js/extra-typings';
import { apps, onlyRemote } from '@site/bundling/project.ts';
import { print } from '../commands/print.ts';
import { siteAddress } from '../commands/siteAddress.ts';
import { endWith, strict, wholeNumber, wrongCommandLine } from '../commands/strict.ts';
import { addKeysCommands } from './keysCommands.ts';
import { address, days, minutes, previewDays, share, signedDays } from './optionValues.ts';

/** The commands whose first word is the name of an app. */
const aboutAnApp = ['try', 'publish', 'promote', 'rollback', 'preview', 'request', 'forget'];

/** Adds the remote's name, which may be left out in its own repository. */
export function withOwnRemote(parameters: readonly string[], remote = onlyRemote): readonly string[] {
  const index = parameters.findIndex((word, at) => !word.startsWith('-') && parameters[at - 1] !== '--env-file');
  if (remote === undefined || !aboutAnApp.includes(parameters[index] ?? '')) return parameters;
  return parameters[index + 1] === remote ? parameters : parameters.toSpliced(index + 1, 0, remote);
}

const store = onlyRemote
  ? 'The store is the release service at the address of RELEASES, or at --to.'
  : 'The store is the folder of RELEASES (.releases) or the bucket (s3://bucket/prefix), or the release service at that address, or at --to.';

const names = `Apps: ${apps.join(', ')}.${onlyRemote ? ' Here the name may be left out.' : ''}`;

const signing = `Signed with --key, or with RELEASE_KEY, a file or the text of a key; where what is live has a key of its own, with PROMOTE_KEY.`;

const tried = onlyRemote
  ? 'With the live shell of the site in package.json, or of the release service at the address of RELEASES or --to, and a key; without them with the shell of the kit.'
  : store;

/** The commands about releases. */
export function addReleaseCommands(site: CommandUnknownOpts): void {
  site.commandsGroup('Releases:');
  addGoingLive(site);
  addStored(site);
  addPolicy(site);
  addKeysCommands(site);
}

const addCommand = <Usage extends string>(
  site: CommandUnknownOpts,
  usage: Usage,
  summary: string,
  ...notes: readonly string[]
) =>
  strict(site.command(usage), 'RELEASE-USAGE')
    .description(summary)
    .option('--json', 'print JSON, for scripts')
    .addHelpText('after', `\n${notes.join('\n')}`);

/** A version's way to visitors, and back. */
function addGoingLive(site: CommandUnknownOpts): void {
  const command = <Usage extends string>(usage: Usage, summary: string) =>
    signed(addCommand(site, usage, summary, names, signing, store));

  stored(addCommand(site, 'try <app>', 'do what publishing does, and store nothing', names, tried))
    .option('--no-browser', 'don’t hydrate the pages in a browser')
    .action(async (app, options) => {
      const { tryCommand } = await import('./tryCommand.ts');
      print(await tryCommand(app, options), options);
    });
  const publish = command('publish <app>', 'check, build, verify, preflight, sign and store a version')
    .option('--promote', 'make it live')
    .option('--share <percent>', 'show it to a share of visitors, such as 10%; the first version to all', share)
    .option('--watch', 'with --share: continue to 50% and 100% while it does as well as the live one, else go back')
    .option('--folder <folder>', 'publish what was built elsewhere, into this folder')
    .option('--origin <address>', 'browsers fetch the files from the store at this address, not from the site', address)
    .option('--no-browser', 'don’t hydrate the pages in a browser')
    .option('--accept-loss', 'also when pages lose texts with a new shell');
  publish.action(async (app, options) => {
    if (options.share === undefined ? options.watch : options.promote)
      throw wrongCommandLine(
        publish,
        'RELEASE-USAGE',
        options.watch && !options.share ? '--watch goes with --share.' : 'Use either --promote or --share.',
      );
    const { publishCommand } = await import('./publishCommand.ts');
    print(await publishCommand(app, options), options);
  });
  const promote = command('promote <app> <version>', 'make a stored version the live one')
    .option('--share <percent>', 'show it to a share of visitors, such as 10%; without, or with 100%, to all', share)
    .option('--watch', 'continue to 50% and 100% while it does as well as the live one, else go back')
    .option('--step <minutes>', 'how long each share lasts at least (default: 10)', minutes)
    .option('--views <n>', 'how many networks view the version at each share at least (default: 25)', wholeNumber);
  promote.action(async (app, version, { share: percent, ...options }) => {
    const isWatched = options.watch || options.step !== undefined || options.views !== undefined;
    if (percent === undefined && isWatched)
      throw wrongCommandLine(promote, 'RELEASE-USAGE', '--watch, --step and --views go with --share.');
    const result =
      percent === undefined
        ? await (await import('./promoteCommand.ts')).promoteCommand(app, version, options)
        : await (await import('./rolloutCommand.ts')).rolloutCommand(app, version, percent, options);
    print(result, options);
  });
  command(
    'rollback <app> [version]',
    'end a rollout; else make an earlier version live again: the one before, or the given one',
  ).action(async (app, version, options) => {
    const { rollbackCommand } = await import('./promoteCommand.ts');
    print(await rollbackCommand(app, version, options), options);
  });
}

/** What is in the store: looked at, and removed. */
function addStored(site: CommandUnknownOpts): void {
  const command = <Usage extends string>(usage: Usage, summary: string, ...notes: readonly string[]) =>
    addCommand(site, usage, summary, ...notes);

  stored(
    command(
      'preview <remote> <version>',
      'print a link that shows a stored version to anyone who has it',
      names,
      store,
    ),
  )
    .option('--days <n>', 'for how long it works (default: 7, at most 30)', previewDays)
    .option(
      '--report <folder>',
      'also write comment.md, what reviewers want to read: what it asks for, sizes, and the texts that change in every language',
    )
    .action(async (remote, version, options) => {
      const { previewCommand } = await import('./preview.ts');
      print(await previewCommand(remote, version, options), options);
    });
  stored(
    command(
      'list',
      'list what is live, since when, from which commit and whether healthy, and earlier versions',
      store,
    ),
  ).action(async (options) => print(await (await import('./listCommand.ts')).listCommand(options), options));
  stored(
    command(
      'log [app]',
      'list who did what with which key: of all apps, of one, or of policy.json',
      'It reads the signed records that were in force, and checks each signature again.',
      store,
    ),
  )
    .option('--page <n>', 'further back: 2, 3, …', wholeNumber)
    .action(async (app, options) => print(await (await import('./logCommand.ts')).logCommand(app, options), options));
  stored(
    command(
      'types [remotes...]',
      'write what other teams’ live releases offer into src/site.d.ts: pages to link to, fragments and events',
      store,
    ),
  ).action(async (remotes, options) =>
    print(await (await import('../types/typesCommand.ts')).typesCommand(remotes, options), options),
  );
  stored(
    command('forget <app> <version>', 'remove a version that was never live, such as an experiment', names, store),
  ).action(async (app, version, options) => {
    const { forgetCommand } = await import('./forgetCommand.ts');
    print(await forgetCommand(app, version, options), options);
  });
  stored(
    command(
      'doctor',
      'what the live shell provides, what live releases lack of each other, what visitors’ browsers reported, and what expires',
      'It ends with 1 when there is something to look at.',
      store,
    ),
  ).action(async (options) => {
    const { doctorCommand } = await import('../doctor/doctorCommand.ts');
    const diagnosis = await doctorCommand(options);
    print(diagnosis, options);
    if (!diagnosis.isWell) endWith(1);
  });
  command(
    'control-room',
    'print a link into the control room, on whose pages people see what is live and what changes',
    'The link works once, for ten minutes. It lets in whoever holds the key.',
  )
    .option('--at <address>', 'the room’s address (default: the one on this machine)', siteAddress)
    .option('--key <file>', 'a private key; default: RELEASE_KEY, or the one that was made for this machine')
    .action(async (options) =>
      print(await (await import('./controlRoomCommand.ts')).controlRoomCommand(options), options),
    );
  if (onlyRemote === undefined)
    command(
      'prune',
      'remove versions that are no longer needed',
      'The store is the folder of RELEASES (.releases) or the bucket (s3://bucket/prefix). A release service is pruned where its store is.',
    )
      .option('--last <n>', 'keep the newest ones of each app (default: 5)', wholeNumber)
      .option('--days <n>', 'keep what was live or published within this time (default: 7)', days)
      .action(async (options) => print(await (await import('./pruneCommand.ts')).pruneCommand(options), options));
}

/** Which addresses and places remotes get. */
function addPolicy(site: CommandUnknownOpts): void {
  const policy = signed(
    addCommand(
      site,
      'policy [file]',
      'print the route policy, which says who may have which paths and places, or set it from a file',
      signing,
      store,
    ),
  )
    .option('--request <file>', 'set it with what a team asks for in this file: see “site request”')
    .option('--agree <remote@version>', 'set it with agreement to all that a stored version asks for')
    .option('--yes', 'also when live pages go');
  policy.action(async (file, options) => {
    if ([file, options.request, options.agree].filter((named) => named !== undefined).length > 1)
      throw wrongCommandLine(policy, 'RELEASE-USAGE', 'Name a policy, a request or a version, only one of them.');
    print(await (await import('./policyCommand.ts')).policyCommand(file, options), options);
  });
  const freeze = signed(
    addCommand(
      site,
      'freeze [reason...]',
      'let nothing new go live, until you lift that; what is live can be taken back',
      'Teams read the reason when they promote. Versions are published and previewed as ever.',
      signing,
      store,
    ),
  ).option('--lift', 'let versions go live again');
  freeze.action(async (words, options) => {
    if (options.lift && words.length > 0)
      throw wrongCommandLine(freeze, 'RELEASE-USAGE', 'Give a reason or --lift, only one of them.');
    print(await (await import('./freezeCommand.ts')).freezeCommand(words.join(' '), options), options);
  });
  addCommand(
    site,
    'request <remote> <prefix...>',
    'write a file that asks the shell’s owner for addresses, such as fr:evenements; without a language, in all',
    names,
  ).action(async (remote, asked, options) =>
    print(await (await import('./requestCommand.ts')).requestCommand(remote, asked), options),
  );
}

const stored = <Args extends unknown[], Options extends OptionValues, Globals extends OptionValues>(
  command: Command<Args, Options, Globals>,
) =>
  command
    .option('--to <address>', 'the release service, in place of the store of RELEASES')
    .option('--key <file>', 'a private key');

const signed = <Args extends unknown[], Options extends OptionValues, Globals extends OptionValues>(
  command: Command<Args, Options, Globals>,
) => stored(command).option('--days <n>', 'how many days servers accept the signature (default: 365)', signedDays);
