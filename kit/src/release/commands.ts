import { list } from '@site/releases/operations/list.ts';
import { promote, rollback } from '@site/releases/operations/promote.ts';
import { defaultRetention, prune } from '@site/releases/operations/prune.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { pathOf } from '@site/shared/routes/path.ts';
import { pageNames, pages, remoteNames } from '@site/shared/routes/table.ts';
import { apps, remotes, shell } from '../build/bundles/apps.ts';
import { listText } from './listText.ts';
import { type PublishedApp, publishApp } from './publishApp.ts';
import { type ReleaseTools, releaseTools } from './settings.ts';

/** Options of the command line. */
export interface CommandOptions {
  readonly promote?: boolean | undefined;
  readonly folder?: string | undefined;
  readonly origin?: string | undefined;
  readonly 'no-browser'?: boolean | undefined;
  readonly json?: boolean | undefined;
  readonly last?: string | undefined;
  readonly days?: string | undefined;
}

/** What a command answers: for people, and for scripts. */
export interface CommandResult {
  readonly text: string;
  readonly data?: unknown;
}

interface Command {
  /** The words that it takes. */
  readonly words: readonly string[];
  /** The options that it takes besides `--json`. */
  readonly options: readonly (keyof CommandOptions)[];
  readonly run: (words: readonly string[], options: CommandOptions) => Promise<CommandResult>;
}

export const usage = `npm run release -- COMMAND [--json]

  publish APP [--promote] [--folder FOLDER]   check, build, verify, try and store a version; with --promote it goes live
          [--origin ADDRESS]                  browsers fetch the files from the store at this address, not from the site
          [--no-browser]                      don't hydrate the pages in a browser
  promote APP VERSION                         make a stored version the live one
  rollback APP [VERSION]                      make an earlier version live again: the one before, or the given one
  preview REMOTE VERSION                      the link that shows a stored version to whoever has it
  list                                        what is live, since when, by which commit, healthy or not, what came before
  prune [--last N] [--days N]                 remove versions that nobody needs (default: keep 5, and 7 days)

Apps: ${apps.join(', ')}. The store is the folder of RELEASES (.releases).
Ends with 0 when it is done, 1 when it was refused, 2 when the command line is wrong, 3 when somebody else is at it.`;

const day = 24 * 60 * 60 * 1000;

const commands: Readonly<Record<string, Command>> = {
  publish: {
    words: ['APP'],
    options: ['promote', 'folder', 'origin', 'no-browser'],
    run: async ([app], options) => {
      const name = knownApp(app);
      const origin = options.origin === undefined ? undefined : address(options.origin);
      const tools = releaseTools();
      const published = await publishApp(name, tools, {
        folder: options.folder,
        origin,
        preflight: options['no-browser'] ? 'server' : 'server and browser',
        onProgress: progress(options),
      });
      const text = [`${name}@${published.version} is ${published.added ? 'published' : 'in the store already'}.`];
      if (published.uncommitted.length > 0) text.push(uncommittedText(published));
      if (origin && !tools.settings.REMOTE_ORIGINS.includes(new URL(origin).origin)) text.push(unlistedText(origin));
      if (!options.promote) {
        if (name !== shell) text.push(`Look at it: ${await previewLink(name, published.version, tools)}`);
        return { text: text.join('\n'), data: published };
      }
      const pointer = await promote(tools.store, name, published.version);
      return {
        text: [...text, `${name}@${pointer.version} is live.`].join('\n'),
        data: { ...published, live: true },
      };
    },
  },
  promote: {
    words: ['APP', 'VERSION'],
    options: [],
    run: async ([app, version]) => {
      const pointer = await promote(releaseTools().store, knownApp(app), given(version, 'VERSION'));
      return { text: `${app}@${pointer.version} is live.`, data: pointer };
    },
  },
  rollback: {
    words: ['APP', 'VERSION'],
    options: [],
    run: async ([app, version]) => {
      const pointer = await rollback(releaseTools().store, knownApp(app), version);
      return { text: `${app}@${pointer.version} is live again.`, data: pointer };
    },
  },
  preview: {
    words: ['REMOTE', 'VERSION'],
    options: [],
    run: async ([app, version]) => {
      const name = knownApp(app);
      if (name === shell)
        throw new OperatorError('RELEASE-USAGE', `The shell has no preview. Choose from: ${remotes.join(', ')}.`);
      const tools = releaseTools();
      await tools.store.manifest(name, given(version, 'VERSION'));
      const link = await previewLink(name, given(version, 'VERSION'), tools);
      return { text: link, data: { link } };
    },
  },
  list: {
    words: [],
    options: [],
    run: async () => {
      const { store, faults, site } = releaseTools();
      const listed = await list(store, faults, { needed: remoteNames, site: await site() });
      return { text: listText(listed, store.location), data: listed };
    },
  },
  prune: {
    words: [],
    options: ['last', 'days'],
    run: async (_words, { last, days }) => {
      const retention = {
        last: last === undefined ? defaultRetention.last : count(last, '--last'),
        age: days === undefined ? defaultRetention.age : count(days, '--days') * day,
      };
      const removed = await prune(releaseTools().store, retention);
      return { text: removed.length > 0 ? `Removed: ${removed.join(', ')}.` : 'Nothing to remove.', data: removed };
    },
  },
};

/**
 * Runs the command of a name.
 *
 * @throws {OperatorError} RELEASE-USAGE when there is none, or it takes no such words or options; else as the command
 */
export async function runCommand(
  name: string,
  words: readonly string[],
  options: CommandOptions,
): Promise<CommandResult> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new OperatorError('RELEASE-USAGE', `There is no command "${name}".\n\n${usage}`);
  const [extra] = words.slice(command.words.length);
  if (extra !== undefined) {
    const taken = command.words.length === 0 ? 'no words' : `${command.words.join(' and ')} alone`;
    throw new OperatorError(
      'RELEASE-USAGE',
      `${name} takes ${taken}: what is "${extra}"? Nothing was done.\n\n${usage}`,
    );
  }
  const foreign = Object.keys(options).find((option) => ![...command.options, 'json'].includes(option));
  if (foreign) throw new OperatorError('RELEASE-USAGE', `${name} has no option --${foreign}.\n\n${usage}`);
  return await command.run(words, options);
}

function knownApp(app: string | undefined): string {
  const name = given(app, 'APP');
  if (!apps.includes(name))
    throw new OperatorError('RELEASE-NAME', `There is no "${name}" to release. Choose from: ${apps.join(', ')}.`);
  return name;
}

function given(word: string | undefined, name: string): string {
  if (!word) throw new OperatorError('RELEASE-USAGE', `${name} is missing.\n\n${usage}`);
  return word;
}

function address(text: string): string {
  if (/^https?:\/\/[^\s?#]+$/.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '');
  throw new OperatorError(
    'RELEASE-USAGE',
    `--origin must be an address such as https://releases.example.com/site, not "${text}".`,
  );
}

function count(text: string, option: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < 0)
    throw new OperatorError('RELEASE-USAGE', `${option} must be a whole number, not "${text}".`);
  return value;
}

/** Steps go to standard error: standard output has the result alone. */
const progress =
  ({ json }: CommandOptions) =>
  (step: string) => {
    if (!json) console.error(`… ${step}`);
  };

const namedFiles = 3;

/** What nobody can build again from the commit that the list shows. */
function uncommittedText({ uncommitted, commit = '' }: PublishedApp): string {
  const others = uncommitted.length - namedFiles;
  const files = [...uncommitted.slice(0, namedFiles), ...(others > 0 ? [`${others} more`] : [])].join(', ');
  return `Not committed: ${files}. The list shows it as ${commit}.`;
}

/** Publishing may happen on another machine than the site's: what is missing here need not be missing there. */
const unlistedText = (origin: string) =>
  `Servers show it once their REMOTE_ORIGINS lists ${new URL(origin).origin}; here it doesn’t.`;

/** The first page of a remote that needs no parameter, with the version to preview, at the site that runs. */
async function previewLink(app: string, version: string, { settings, site }: ReleaseTools): Promise<string> {
  const { SITE_ORIGIN, HOST, PORT } = settings;
  const origin = SITE_ORIGIN ?? (await site())?.origin ?? `http://${HOST}:${PORT}`;
  const page = pageNames.find((name) => pages[name].remote === app && !pages[name].paths.en.includes(':')) ?? 'home';
  return `${origin}${pathOf(page, 'en')}?preview=${app}@${version}`;
}
