import { defaultRetention, list, promote, prune, ReleaseError, rollback } from '@site/releases';
import { pathOf } from '@site/shared/routes/path.ts';
import { pageNames, pages, remoteNames } from '@site/shared/routes/table.ts';
import { apps, remotes, shell } from '../bundles/apps.ts';
import { listText } from './listText.ts';
import { publishApp } from './publishApp.ts';
import { type ReleaseTools, releaseTools } from './settings.ts';

/** Options of the command line. */
export interface CommandOptions {
  readonly promote: boolean;
  readonly folder?: string | undefined;
  readonly origin?: string | undefined;
  readonly json: boolean;
  readonly last?: string | undefined;
  readonly days?: string | undefined;
}

/** What a command answers: for people, and for scripts. */
export interface CommandResult {
  readonly text: string;
  readonly data?: unknown;
}

type Command = (words: readonly string[], options: CommandOptions) => Promise<CommandResult>;

export const usage = `npm run release -- COMMAND [--json]

  publish APP [--promote] [--folder FOLDER]   build, verify, try and store a version; with --promote it goes live
          [--origin ADDRESS]                  browsers fetch the files from the store at this address, not from the site
  promote APP VERSION                         make a stored version the live one
  rollback APP [VERSION]                      make an earlier version live again: the one before, or the given one
  preview REMOTE VERSION                      the link that shows a stored version to whoever has it
  list                                        what is live, since when, by which commit, healthy or not, what came before
  prune [--last N] [--days N]                 remove versions that nobody needs (default: keep 5, and 7 days)

Apps: ${apps.join(', ')}. The store is the folder of RELEASES (.releases).
Ends with 0 when it is done, 1 when it was refused, 2 when the command line is wrong, 3 when somebody else is at it.`;

const day = 24 * 60 * 60 * 1000;

const commands: Readonly<Record<string, Command>> = {
  publish: async ([app], options) => {
    const tools = releaseTools();
    const name = knownApp(app);
    const origin = options.origin === undefined ? undefined : address(options.origin);
    const published = await publishApp(name, tools, { folder: options.folder, origin, onProgress: progress(options) });
    const text = `${name}@${published.version} is ${published.added ? 'published' : 'in the store already'}.`;
    if (!options.promote) {
      const invitation = name === shell ? '' : `\nLook at it: ${previewLink(name, published.version, tools)}`;
      return { text: text + invitation, data: published };
    }
    const pointer = await promote(tools.store, name, published.version);
    return { text: `${text}\n${name}@${pointer.version} is live.`, data: { ...published, live: true } };
  },
  promote: async ([app, version]) => {
    const pointer = await promote(releaseTools().store, knownApp(app), given(version, 'VERSION'));
    return { text: `${app}@${pointer.version} is live.`, data: pointer };
  },
  rollback: async ([app, version]) => {
    const pointer = await rollback(releaseTools().store, knownApp(app), version);
    return { text: `${app}@${pointer.version} is live again.`, data: pointer };
  },
  preview: async ([app, version]) => {
    const tools = releaseTools();
    const name = knownApp(app);
    if (name === shell)
      throw new ReleaseError('RELEASE-USAGE', `The shell has no preview. Choose from: ${remotes.join(', ')}.`);
    await tools.store.manifest(name, given(version, 'VERSION'));
    const link = previewLink(name, given(version, 'VERSION'), tools);
    return { text: link, data: { link } };
  },
  list: async () => {
    const { store, faults } = releaseTools();
    const listed = await list(store, faults, remoteNames);
    return { text: listText(listed, store.location), data: listed };
  },
  prune: async (_words, { last, days }) => {
    const retention = {
      last: last === undefined ? defaultRetention.last : count(last, '--last'),
      age: days === undefined ? defaultRetention.age : count(days, '--days') * day,
    };
    const removed = await prune(releaseTools().store, retention);
    return { text: removed.length > 0 ? `Removed: ${removed.join(', ')}.` : 'Nothing to remove.', data: removed };
  },
};

/**
 * The command of a name.
 *
 * @throws {ReleaseError} RELEASE-USAGE when there is none
 */
export function commandOf(name: string): Command {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return command;
  throw new ReleaseError('RELEASE-USAGE', `There is no command "${name}".\n\n${usage}`);
}

function knownApp(app: string | undefined): string {
  const name = given(app, 'APP');
  if (!apps.includes(name))
    throw new ReleaseError('RELEASE-NAME', `There is no "${name}" to release. Choose from: ${apps.join(', ')}.`);
  return name;
}

function given(word: string | undefined, name: string): string {
  if (!word) throw new ReleaseError('RELEASE-USAGE', `${name} is missing.\n\n${usage}`);
  return word;
}

function address(text: string): string {
  if (/^https?:\/\/[^\s?#]+$/.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '');
  throw new ReleaseError(
    'RELEASE-USAGE',
    `--origin must be an address such as https://releases.example.com/site, not "${text}".`,
  );
}

function count(text: string, option: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0)
    throw new ReleaseError('RELEASE-USAGE', `${option} must be a whole number, not "${text}".`);
  return value;
}

/** Steps go to standard error: standard output has the result alone. */
const progress =
  ({ json }: CommandOptions) =>
  (step: string) => {
    if (!json) console.error(`… ${step}`);
  };

/** The first page of a remote that needs no parameter, with the version to preview. */
function previewLink(app: string, version: string, { settings }: ReleaseTools): string {
  const { SITE_ORIGIN = `http://${settings.HOST}:${settings.PORT}` } = settings;
  const page = pageNames.find((name) => pages[name].remote === app && !pages[name].paths.en.includes(':')) ?? 'home';
  return `${SITE_ORIGIN}${pathOf(page, 'en')}?preview=${app}@${version}`;
}
