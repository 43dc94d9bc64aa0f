import { Argument, type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { hasPlatform } from '@site/bundling/project.ts';
import { programs } from '../settings/SettingFinding.ts';
import { addDataCommands } from './dataCommands.ts';
import { print, printStep } from './print.ts';
import { siteAddress } from './siteAddress.ts';
import { strict } from './strict.ts';

/** The commands that only the repository of the whole site has. */
export function addSiteCommands(site: CommandUnknownOpts): void {
  addDataCommands(site);
  site.commandsGroup('The whole site:');
  const command = <Usage extends string>(usage: Usage) => strict(site.command(usage), 'SITE-USAGE');
  const newRemote = command('new-remote <name>').description(
    'create a remote with a page, texts in every language and tests',
  );
  // A team's packages are made of the platform's sources, which other sites don't have.
  if (hasPlatform)
    newRemote
      .option('--standalone <folder>', 'in a repository of its own, in this folder')
      .option('--site <address>', 'with --standalone: the site that it belongs to', siteAddress)
      .option('--packages <folder>', 'with the packages in this folder, instead of making them now');
  newRemote.action(
    async (name, options) => await (await import('../new-remote/newRemote.ts')).newRemote(name, options),
  );
  if (hasPlatform)
    command('pack [folder]')
      .description('make the packages that teams outside of this repository install; by default in dist/packages')
      .option('--sites', 'make those that other sites on this platform install; by default in dist/site-packages')
      .action(async (folder, options) => {
        const { packAll, sitePackagesFolder } = await import('../pack/packAll.ts');
        const { packagesForSites } = await import('../pack/packagesForSites.ts');
        const packed = options.sites ? packAll(folder ?? sitePackagesFolder, packagesForSites()) : packAll(folder);
        for (const file of await packed) console.log(file);
      });
  // Fonts are made of packages that other sites needn't have, and the nginx files are the platform's.
  if (hasPlatform)
    command('languages')
      .description(
        'write what follows from the languages of the site: its fonts, and nginx’s outage pages and settings',
      )
      .action(async () => (await import('../languages/writeLanguages.ts')).writeLanguages());
  command('export <folder>')
    .description('write what is live as static files, for any static host or CDN. The API remains a server')
    .option('--check', 'look for dead links in an export, and change nothing')
    .action(async (folder, options) => {
      if (!options.check) (await import('../release/releaseTools.ts')).assertNamedStore();
      const { announceStore } = await import('../release/announceStore.ts');
      const { exportCommand } = await import('@site/static-export/exportCommand.ts');
      await exportCommand(folder, { ...options, announce: announceStore });
    });
  command('status-page <folder>')
    .description('check the public site once, and write a page for visitors that says what works')
    .option('--site <address>', 'the site; default: SITE_ORIGIN', siteAddress)
    .action(async (folder, options) => {
      const { statusPageCommand } = await import('@site/status-page/statusPageCommand.ts');
      print({ lines: await statusPageCommand(folder, { ...options, warn: printStep }) }, {});
    });
  command('explain <url>')
    .description(
      'say why visitors get what is at an address: its release, and whether under rollout, from which cache, by which row of the policy, how fast',
    )
    .option('--json', 'print JSON, for scripts')
    .addHelpText(
      'after',
      '\nIt asks as a visitor from this machine, with METRICS_TOKEN: npx site explain /en/pricing --env-file /etc/site.env',
    )
    .action(async (url, options) => {
      const { explainCommand } = await import('../explain/explainCommand.ts');
      (await import('./print.ts')).print(await explainCommand(url), options);
    });
  command('settings')
    .description('check settings, their files, keys, folders and addresses, without starting anything')
    .addArgument(new Argument('[program]', 'what they are for').choices(programs).default('site' as const))
    .option('--quiet', 'print only why the program wouldn’t start, and ask no other machine')
    .addHelpText(
      'after',
      '\nIt ends with 1 when the program wouldn’t start: npx site settings && systemctl restart site',
    )
    .action(async (program, { quiet = false }) => {
      await (await import('../settings/settingsCommand.ts')).settingsCommand(program, quiet);
    });
  command('notices')
    .description(
      'where the owner is told of faults and releases (NOTICES), and what waits to be sent there or was given up, and why',
    )
    .option('--try', 'send a test notice everywhere, and say what comes back')
    .addHelpText('after', '\nIt ends with 1 when a test notice doesn’t arrive.')
    .action(async (options) => await (await import('./noticesCommand.ts')).noticesCommand(options));
  command('upgrade')
    .description('list, in order, the steps that bring servers and releases to the version of this checkout')
    .requiredOption('--check', 'it only looks, and changes nothing')
    .option('--from <folder>', 'the checkout that runs now, to compare settings: /srv/site')
    .option(
      '--site <address>',
      'a running server, such as http://127.0.0.1:3001, or several; default: the one that has reported to REPORTS',
      addresses,
    )
    .option('--json', 'print JSON, for scripts')
    .addHelpText('after', '\nIt ends with 1 when something is in the way: that is the first step.')
    .action(async (options) => {
      const file: unknown = site.getOptionValue('envFile');
      const envFile = typeof file === 'string' ? file : undefined;
      await (await import('../upgrade/upgradeCommand.ts')).upgradeCommand({ ...options, envFile });
    });
}

function addresses(text: string, others: readonly string[] = []): readonly string[] {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return [...others, text];
  throw new InvalidArgumentError('It must be an address.');
}
