import type { PromoteOptions } from '@site/releases/operations/makeLive.ts';
import { promote, rollback } from '@site/releases/operations/promote.ts';
import { pointerOf } from '@site/releases/pointer.ts';
import { unlessDamaged } from '@site/releases/store/storeFailure.ts';
import type { Pointer } from '@site/shared/contract/release.ts';
import type { CommandResult } from '../commands/print.ts';
import { releasedApp } from './knownApp.ts';
import { sayingLosses } from './liveLacks.ts';
import { liveText } from './liveText.ts';
import { openTools } from './openTools.ts';
import { readBack } from './readBack.ts';
import type { ReleaseTools } from './serviceTools.ts';
import { promoteOptions, type SignedOptions, signingOptions } from './signedOptions.ts';

/** `site promote APP VERSION`. */
export async function promoteCommand(app: string, version: string, options: SignedOptions): Promise<CommandResult> {
  const name = releasedApp(app);
  const tools = await openTools(options);
  const signed = await promoteOptions(await tools.signing(signingOptions(options)), tools);
  const [{ pointer, lines }, lost] = await sayingLosses(tools, () => promoteAndSay(tools, name, version, signed));
  return { lines: [...lines, ...lost], data: pointer };
}

/** Promotes a version, and says what happened, such as the end of another version's rollout. */
export async function promoteAndSay(
  tools: ReleaseTools,
  app: string,
  version: string,
  signed: PromoteOptions,
): Promise<{ readonly pointer: Pointer; readonly lines: readonly string[] }> {
  const { candidate } = (await unlessDamaged(tools.store.read(pointerOf(app)))) ?? {};
  const pointer = await promote(tools.store, app, version, signed);
  const notes = await readBack(tools, app, pointer);
  const isEnded = candidate && candidate.version !== version && !pointer.candidate;
  const ended = isEnded ? [`That ended the rollout of ${app}@${candidate.version} to ${candidate.share} %.`] : [];
  return { pointer, lines: [await liveText(tools, app, version), ...ended, ...notes] };
}

/** `site rollback APP [VERSION]`. */
export async function rollbackCommand(
  app: string,
  version: string | undefined,
  options: SignedOptions,
): Promise<CommandResult> {
  const name = releasedApp(app);
  const tools = await openTools(options);
  const signed = await promoteOptions(await tools.signing(signingOptions(options)), tools);
  const [pointer, lost] = await sayingLosses(tools, () => rollback(tools.store, name, version, signed));
  const notes = await readBack(tools, name, pointer);
  return { lines: [await liveText(tools, name, pointer.version, 'again'), ...lost, ...notes], data: pointer };
}
