import { type ListedApp, type ListedVersion, list } from '@site/releases/operations/list.ts';
import { promote, rollback } from '@site/releases/operations/promote.ts';
import { defaultRetention, prune } from '@site/releases/operations/prune.ts';
import { ServiceStore } from '@site/releases/store/ServiceStore.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { apps, remotes, shell } from '../build/bundles/project.ts';
import {
  type CommandOptions,
  type CommandResult,
  count,
  day,
  promoteOptions,
  signingOptions,
} from './commandOptions.ts';
import { keysCommand } from './keysCommand.ts';
import { openTools } from './openTools.ts';
import { policyCommand } from './policyCommand.ts';
import { promoteInSteps, rolloutText } from './promoteInSteps.ts';
import type { PublishedApp } from './publishApp.ts';
import type { ReleaseTools } from './serviceTools.ts';

/** A command of `npm run release`. */
export interface Command {
  /** Names of its words; those in brackets may be left out. */
  readonly words: readonly string[];
  /** Its options besides `--json`. */
  readonly options: readonly (keyof CommandOptions)[];
  /** @param words as many as it names: of those that may be left out, missing ones are empty */
  readonly run: (words: readonly string[], options: CommandOptions) => Promise<CommandResult>;
}

export const commands: Readonly<Record<string, Command>> = {
  publish: {
    words: ['APP'],
    options: ['promote', 'folder', 'origin', 'no-browser', 'key', 'days', 'to'],
    run: async ([app], options) => {
      const name = knownApp(app);
      const origin = options.origin === undefined ? undefined : address(options.origin);
      const tools = await openTools(options);
      const signing = await tools.signing(signingOptions(options));
      // The bundler and the site's server: the other commands don't wait for them.
      const { publishApp } = await import('./publishApp.ts');
      const published = await publishApp(name, tools, {
        folder: options.folder,
        origin,
        preflight: options['no-browser'] ? 'server' : 'server and browser',
        onProgress: progress(options),
        signing,
      });
      const text = [`${name}@${published.version} is ${published.added ? 'published' : 'in the store already'}.`];
      if (published.uncommitted.length > 0) text.push(uncommittedText(published));
      if (origin && tools.settings?.REMOTE_ORIGINS.includes(new URL(origin).origin) === false)
        text.push(unlistedText(origin));
      if (!options.promote) {
        if (name !== shell) text.push(`Look at it: ${await linkTo(name, published.version, tools)}`);
        return { text: text.join('\n'), data: published };
      }
      const pointer = await promote(tools.store, name, published.version, promoteOptions(signing));
      return {
        text: [...text, `${name}@${pointer.version} is live.`].join('\n'),
        data: { ...published, live: true },
      };
    },
  },
  promote: {
    words: ['APP', 'VERSION'],
    options: ['key', 'days', 'to', 'share', 'watch', 'step', 'views'],
    run: async ([app, version = ''], options) => {
      const name = knownApp(app);
      if (options.share !== undefined) return await promoteInSteps(name, version, options.share, options);
      if (options.watch || options.step !== undefined || options.views !== undefined)
        throw new OperatorError('RELEASE-USAGE', '--watch, --step and --views go with --share N%.');
      const { store, signing } = await openTools(options);
      const pointer = await promote(store, name, version, promoteOptions(await signing(signingOptions(options))));
      return { text: `${app}@${pointer.version} is live.`, data: pointer };
    },
  },
  rollback: {
    words: ['APP', '[VERSION]'],
    options: ['key', 'days', 'to'],
    run: async ([app, version], options) => {
      const { store, signing } = await openTools(options);
      const name = knownApp(app);
      const signed = promoteOptions(await signing(signingOptions(options)));
      const pointer = await rollback(store, name, version || undefined, signed);
      return { text: `${app}@${pointer.version} is live again.`, data: pointer };
    },
  },
  preview: {
    words: ['REMOTE', 'VERSION'],
    options: ['days', 'key', 'to'],
    run: async ([app, version = ''], options) => {
      const name = knownApp(app);
      if (name === shell)
        throw new OperatorError('RELEASE-USAGE', `The shell has no preview. Choose from: ${remotes.join(', ')}.`);
      const tools = await openTools(options);
      await tools.store.manifest(name, version);
      const link = await linkTo(name, version, tools, options.days);
      return { text: link, data: { link } };
    },
  },
  list: {
    words: [],
    options: ['key', 'to'],
    run: async (_words, options) => {
      const { store, faults, rollouts, site, trust, reports, policy } = await openTools(options);
      const running = await site();
      const listed = await list(store, faults, { policy, trust: trust(), rollouts });
      const text = [listText(listed, store.location)];
      if (!running && reports) text.push(unreportedText(reports));
      return { text: text.join('\n\n'), data: listed };
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
      const { store } = await openTools();
      if (store instanceof ServiceStore) throw readOnly(store.location);
      const removed = await prune(store, retention);
      return { text: removed.length > 0 ? `Removed: ${removed.join(', ')}.` : 'Nothing to remove.', data: removed };
    },
  },
  policy: policyCommand,
  keys: keysCommand,
};

function knownApp(name = ''): string {
  if (apps.includes(name)) return name;
  throw new OperatorError('RELEASE-NAME', `There is no "${name}" to release. Choose from: ${apps.join(', ')}.`);
}

function address(text: string): string {
  if (/^https?:\/\/[^\s?#]+$/.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '');
  throw new OperatorError(
    'RELEASE-USAGE',
    `--origin must be an address such as https://releases.example.com/site, not "${text}".`,
  );
}

const readOnly = (location: string): OperatorError =>
  new OperatorError(
    'RELEASE-READ-ONLY',
    `${location} is pruned where its store is: RELEASES=FOLDER, or s3://bucket/prefix.`,
  );

/** Steps go to standard error: standard output has only the result. */
const progress =
  ({ json }: CommandOptions) =>
  (step: string) => {
    if (!json) console.error(`… ${step}`);
  };

/** Warns that the version can't be built again from the commit that the list shows. */
function uncommittedText({ uncommitted, commit = '' }: PublishedApp): string {
  const named = uncommitted.slice(0, 3);
  const others = uncommitted.length - named.length;
  const files = [...named, ...(others > 0 ? [`${others} more`] : [])].join(', ');
  return `Not committed: ${files}. The list shows it as ${commit}.`;
}

/** A hint only: the site may run on another machine, with other settings. */
const unlistedText = (origin: string) =>
  `Servers show it once their REMOTE_ORIGINS lists ${new URL(origin).origin}; here it doesn’t.`;

/** Days for which a preview link works, unless the command line says otherwise. */
const previewDays = '7';

const linkTo = (app: string, version: string, { previewLink }: ReleaseTools, days = previewDays): Promise<string> =>
  previewLink({ app, version, days: count(days, '--days') });

/** Faults are with the servers: nobody should take a version for healthy because nobody was asked. */
const unreportedText = (reports: string) =>
  `What servers found wrong is not known here: no running site reports to ${reports}. Give REPORTS, or DATA_DIR, as the servers have it.`;

function listText(listed: readonly ListedApp[], location: string): string {
  if (listed.length === 0) return `There are no releases in ${location}.`;
  return listed
    .map(({ app, problem, rollout, versions }) =>
      [
        app,
        ...(problem ? [`  ${problem}`] : []),
        ...(rollout ? [`  ${rolloutText(rollout)}`] : []),
        ...versions.map(versionText),
      ].join('\n'),
    )
    .join('\n\n');
}

function versionText({ version, state, published, commit, repository, author, since, faults }: ListedVersion): string {
  const when = since ? `live since ${since}` : `published ${published}`;
  const health = faults.length === 0 ? 'healthy' : 'FAULTY';
  const from = [
    commit ?? 'no commit',
    ...(repository ? [`of ${repository}`] : []),
    ...(author ? [`by ${author}`] : []),
  ].join(' ');
  const line = `  ${state === 'live' ? '●' : ' '} ${version}  ${state.padEnd(9)}  ${when}  ${from}  ${health}`;
  const notes = faults.map(
    ({ module, code, message, at }) => `      ${at} ${code}${module ? ` ${module}` : ''}: ${message}`,
  );
  return [line, ...notes].join('\n');
}
