import { join } from 'node:path';
import { assertWritable } from '@site/bundling/assertWritable.ts';
import { heaviestPackages } from '@site/bundling/packageWeights.ts';
import { buildFolder, onlyRemote } from '@site/bundling/project.ts';
import { type TryOptions, tryBuilt } from '@site/releases/operations/publish.ts';
import { type CommandResult, printStep } from '../commands/print.ts';
import { serviceAddress } from '../dev/livePolicy.ts';
import { buildChecked } from './buildAndPublish.ts';
import { knownApp } from './knownApp.ts';
import { type CommandStore, openTools } from './openTools.ts';

/** Options of `site try`. */
interface TryCommandOptions extends CommandStore {
  readonly browser: boolean;
}

/** `site try APP`: everything that publishing does before it stores a version. */
export async function tryCommand(app: string, options: TryCommandOptions): Promise<CommandResult> {
  const name = knownApp(app);
  assertWritable();
  const onProgress = (step: string) => {
    if (!options.json) printStep(`… ${step}`);
  };
  const start = performance.now();
  const [given] = await Promise.all([
    triedWith(name, options, onProgress),
    buildChecked(name, { checksSources: true, onProgress }),
  ]);
  const folder = join(buildFolder, name);
  const namePackages = (scripts: readonly string[]) => heaviestPackages(folder, scripts);
  const { version, notes } = await tryBuilt({ ...given, app: name, folder, namePackages, onProgress });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const lines = [`${name}@${version} can be published (${seconds} s).`, ...notes];
  return { lines, data: { app: name, version, notes } };
}

/** The releases to try the version with: the live ones, as far as they can be read from here. */
async function triedWith(
  app: string,
  options: TryCommandOptions,
  onProgress: (step: string) => void,
): Promise<Omit<TryOptions, 'app' | 'folder'>> {
  const preflight = options.browser ? 'server and browser' : 'server';
  if (onlyRemote !== undefined) {
    const hasService = (options.to ?? serviceAddress()) !== undefined;
    const { preflightOfTeam } = await import('./preflightOfTeam.ts');
    return await preflightOfTeam(hasService ? await openTools(options) : undefined, { preflight, onProgress });
  }
  const tools = await openTools(options);
  const signing = await tools.signing(options);
  const { preflightHere } = await import('./preflightHere.ts');
  const live = await preflightHere(app, tools, { signing, preflight, onProgress });
  return { ...live, store: tools.store, policy: tools.policy };
}
