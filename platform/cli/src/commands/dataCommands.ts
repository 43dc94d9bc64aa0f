import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { onDatabase as OnDatabase } from '@site/api/cli/onDatabase.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { endWith, strict } from './strict.ts';

/** Opens the database of the settings, and runs a command on it. */
const onDatabase: typeof OnDatabase = async (run, options) =>
  await (await import('@site/api/cli/onDatabase.ts')).onDatabase(run, options);

const news = () => import('@site/api/cli/news.ts');
const messages = () => import('@site/api/cli/messages.ts');
const dataRequests = () => import('@site/api/cli/dataRequests.ts');
const backup = () => import('@site/api/cli/backup.ts');

const hint =
  '\nThe database is at DATABASE_URL, or in the folder DATA_DIR; without either, in .data, where “npm start” has it. The site may be running.';

/** The commands that work on the database: `news`, `messages` and `backup`. */
export function addDataCommands(site: CommandUnknownOpts): void {
  site.commandsGroup('News, messages and their database:');
  addNews(site);
  addMessages(site);
  addBackup(site);
}

function addNews(site: CommandUnknownOpts): void {
  const group = strict(site.command('news'), 'SITE-COMMAND')
    .description('the news of the blog')
    .addHelpText('after', hint);
  const command = <Usage extends string>(usage: Usage, summary: string) =>
    strict(group.command(usage), 'SITE-COMMAND').description(summary).addHelpText('after', hint);
  command('list', 'the news, newest first: date, language, type, uid, source, title and address')
    .option('--lang <language>', languages.join(', '))
    .action(async (options) => {
      const { listNews } = await news();
      await onDatabase((opened) => listNews(opened, options));
    });
  command('add', 'add one item. Without --link its page leads to the home page')
    .requiredOption('--lang <language>', languages.join(', '))
    .requiredOption('--title <title>', 'its title')
    .option('--link <url>', 'where it leads')
    .option('--slug <slug>', 'default: made from the title')
    .option('--source <name>', 'default: the host of the link')
    .option('--date <date>', 'as 2030-01-31; default: today')
    .option('--type <type>', 'article or youtube; default: youtube when there is a video')
    .option('--video <url>', 'of a YouTube video')
    .option('--uid <uid>', 'default: language and slug')
    .action(async (options) => {
      const { addNews: add } = await news();
      await onDatabase((opened) => add(opened, options), { mayBegin: true });
    });
  command('remove <uid>', 'remove one item').action(async (uid) => {
    const { removeNews } = await news();
    await onDatabase((opened) => removeNews(opened, uid));
  });
  command(
    'import <sources...>',
    'add or update the items of feeds (RSS, Atom, JSON Feed, YouTube), or of JSON files: an array, or { "news": [ … ] }. Importing them again changes nothing',
  )
    .option(
      '--lang <language>',
      `${languages.join(', ')}: needed for feeds; in JSON files, of items that don’t name theirs`,
    )
    .option('--dry-run', 'show what would change, and change nothing')
    .action(async (sources, options) => {
      const { importSources } = await news();
      const isComplete = await onDatabase((opened) => importSources(opened, sources, options), { mayBegin: true });
      if (!isComplete) endWith(1);
    });
}

function addMessages(site: CommandUnknownOpts): void {
  const group = strict(site.command('messages'), 'SITE-COMMAND')
    .description('what visitors wrote, whether it was mailed, and what is stored about a sender')
    .addHelpText('after', hint);
  const command = <Usage extends string>(usage: Usage, summary: string) =>
    strict(group.command(usage), 'SITE-COMMAND').description(summary).addHelpText('after', hint);
  const aboutSender = (usage: 'find <address>' | 'export <address>' | 'erase <address>', summary: string) =>
    command(usage, summary).option('--tags', 'also the addresses that differ by what follows a +');
  command('list', 'the messages, newest first: time (UTC), id, sender, subject, and whether it was mailed').action(
    async () => {
      const { listMessages } = await messages();
      await onDatabase(listMessages);
    },
  );
  command('show <id>', 'one message in full').action(async (id) => {
    const { showMessage } = await messages();
    await onDatabase((opened) => showMessage(opened, id));
  });
  command('retry [ids...]', 'send mails again now: those that were given up, and those that wait for their next try')
    .option('--all', 'of every message')
    .action(async (ids, { all = false }) => {
      const { retryMessages } = await messages();
      await onDatabase((opened) => retryMessages(opened, ids, all));
    });
  command('delete <ids...>', 'delete messages for good, and their mails that have not been sent yet').action(
    async (ids) => {
      const { deleteMessages } = await messages();
      await onDatabase((opened) => deleteMessages(opened, ids));
    },
  );
  aboutSender('find <address>', 'the messages of a sender. Capitals make no difference').action(
    async (address, options) => {
      const { findSender } = await dataRequests();
      await onDatabase((opened) => findSender(opened, address, options));
    },
  );
  aboutSender('export <address>', 'everything that is stored about a sender, as JSON').action(
    async (address, options) => {
      const { exportSender } = await dataRequests();
      await onDatabase((opened) => exportSender(opened, address, options));
    },
  );
  aboutSender('erase <address>', 'delete everything that is stored about a sender, for good').action(
    async (address, options) => {
      const { eraseSender } = await dataRequests();
      await onDatabase((opened) => eraseSender(opened, address, options));
    },
  );
  command(
    'requests',
    'when find, export and erase were used, and how many messages they found. Nobody’s address is kept',
  ).action(async () => {
    const { listRequests } = await dataRequests();
    await onDatabase(listRequests);
  });
}

function addBackup(site: CommandUnknownOpts): void {
  const group = strict(site.command('backup <path>'), 'BACKUP-USAGE')
    .description('copy the SQLite database into a file, or into a folder under its time, while the site runs')
    .action(async (path) => await (await backup()).backUp(path));
  strict(group.command('move'), 'BACKUP-USAGE')
    .description('move everything from SQLite to the PostgreSQL database of DATABASE_URL while the site runs')
    .option('--undo', 'return to SQLite, which lacks what PostgreSQL has received since')
    .action(async (options) => await (await backup()).moveDatabase(options));
}
