import { promote, rollback } from '@site/releases/operations/promote.ts';
import type { CommandResult } from '../site/print.ts';
import { knownApp } from './knownApp.ts';
import { openTools } from './openTools.ts';
import { readBack } from './readBack.ts';
import { promoteOptions, type SignedOptions, signingOptions } from './signedOptions.ts';

/** `site promote APP VERSION`. */
export async function promoteCommand(app: string, version: string, options: SignedOptions): Promise<CommandResult> {
  const name = knownApp(app);
  const tools = await openTools(options);
  const signed = await promoteOptions(await tools.signing(signingOptions(options)));
  const pointer = await promote(tools.store, name, version, signed);
  const notes = await readBack(tools, name, pointer);
  return { text: [`${name}@${pointer.version} is live.`, ...notes].join('\n'), data: pointer };
}

/** `site rollback APP [VERSION]`. */
export async function rollbackCommand(
  app: string,
  version: string | undefined,
  options: SignedOptions,
): Promise<CommandResult> {
  const name = knownApp(app);
  const tools = await openTools(options);
  const signed = await promoteOptions(await tools.signing(signingOptions(options)));
  const pointer = await rollback(tools.store, name, version, signed);
  const notes = await readBack(tools, name, pointer);
  return { text: [`${name}@${pointer.version} is live again.`, ...notes].join('\n'), data: pointer };
}
