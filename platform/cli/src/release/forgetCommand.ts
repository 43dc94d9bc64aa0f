import { forget } from '@site/releases/operations/forget.ts';
import { ServiceStore } from '@site/releases/store/ServiceStore.ts';
import type { CommandResult } from '../commands/print.ts';
import { releasedApp } from './knownApp.ts';
import { type CommandStore, openTools } from './openTools.ts';

/** `site forget APP VERSION`. */
export async function forgetCommand(app: string, version: string, options: CommandStore): Promise<CommandResult> {
  const name = releasedApp(app);
  const { store } = await openTools(options);
  await (store instanceof ServiceStore ? store.forget(name, version) : forget(store, name, version));
  return { lines: [`${name}@${version} is removed.`], data: { app: name, version } };
}
