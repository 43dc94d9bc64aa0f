import { shell } from '@site/bundling/project.ts';
import { pointerOf } from '@site/releases/pointer.ts';
import { ServiceStore } from '@site/releases/store/ServiceStore.ts';
import { unlessDamaged } from '@site/releases/store/storeFailure.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { type CommandResult, printStep } from '../commands/print.ts';
import { buildAndPublish, type PublishedApp } from './buildAndPublish.ts';
import { knownApp } from './knownApp.ts';
import { openTools } from './openTools.ts';
import { linkTo } from './preview.ts';
import { promoteAndSay } from './promoteCommand.ts';
import { rolloutCommand } from './rolloutCommand.ts';
import { promoteOptions, type SignedOptions, signingOptions } from './signedOptions.ts';

/** Options of `site publish`. */
interface PublishCommandOptions extends SignedOptions {
  readonly promote?: true | undefined;
  /** The share of visitors who get it, in percent. */
  readonly share?: number | undefined;
  readonly watch?: true | undefined;
  readonly folder?: string | undefined;
  readonly origin?: string | undefined;
  readonly browser: boolean;
  readonly acceptLoss?: true | undefined;
}

/** `site publish APP`. */
export async function publishCommand(app: string, options: PublishCommandOptions): Promise<CommandResult> {
  const name = knownApp(app);
  const { origin, folder, browser, json, share } = options;
  const tools = await openTools(options);
  const signing = await tools.signing(signingOptions(options));
  // Fail before building if nothing can be signed, or sent.
  if (tools.store instanceof ServiceStore && !signing.releases)
    throw new OperatorError(
      'RELEASE-REQUEST',
      'A release service takes only what a team’s key has signed: --key FILE, or RELEASE_KEY. Make one with: npx site keys new NAME --apps APP',
    );
  const signed = options.promote || share !== undefined ? await promoteOptions(signing, tools) : undefined;
  const published = await buildAndPublish(name, tools, {
    folder,
    origin,
    acceptsLoss: options.acceptLoss === true,
    preflight: browser ? 'server and browser' : 'server',
    // Steps go to standard error: standard output has only the result.
    ...(!json && { onProgress: (step: string) => printStep(`… ${step}`) }),
    signing,
  });
  const lines = [
    `${name}@${published.version} is ${published.added ? 'published' : 'in the store already'}.`,
    ...published.notes,
  ];
  if (published.uncommitted.length > 0) lines.push(uncommittedText(published));
  if (origin && tools.settings?.REMOTE_ORIGINS.includes(new URL(origin).origin) === false)
    lines.push(unlistedText(origin));
  if (!signed) {
    if (name === shell) return { lines, data: published };
    const link = await linkTo(name, published.version, tools);
    lines.push(`Look at it: ${link}`);
    return { lines, data: { ...published, link } };
  }
  const live = await unlessDamaged(tools.store.read(pointerOf(name)));
  if (share !== undefined && live && live.version !== published.version) {
    const { lines: shown, data } = await rolloutCommand(name, published.version, share, options, tools);
    return { lines: [...lines, ...shown], data: { ...published, pointer: data } };
  }
  const promoted = await promoteAndSay(tools, name, published.version, signed);
  return { lines: [...lines, ...promoted.lines], data: { ...published, live: true } };
}

/** Warns that the version can't be built again from the commit that the list shows. */
function uncommittedText({ uncommitted, commit = '' }: PublishedApp): string {
  const named = uncommitted.slice(0, 3);
  const others = uncommitted.length - named.length;
  const files = [...named, ...(others > 0 ? [`${others} more`] : [])].join(', ');
  return `Not committed: ${files}. The list shows it as ${commit}.`;
}

/** Only a hint: the site may run on another machine, with other settings. */
const unlistedText = (origin: string) =>
  `Servers show it once their REMOTE_ORIGINS lists ${new URL(origin).origin}; here it doesn’t.`;
