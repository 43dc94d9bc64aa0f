import { matchesGlob } from 'node:path';
import type { Machine } from '../machine.ts';

/** Where Playwright's own browser is, when there is one. */
export const downloaded = '/downloads/chromium';

interface MachineState {
  readonly platform?: string;
  readonly isRoot?: boolean;
  readonly environment?: Record<string, string>;
  /** Programs that start. */
  readonly programs?: readonly string[];
  /** The programs that each installer installs. */
  readonly installs?: Readonly<Record<string, string | readonly string[]>>;
}

/** A fake machine, and the commands that are run on it. */
export function machineOf({
  platform = 'linux',
  isRoot = true,
  environment = {},
  programs = [],
  installs = {},
}: MachineState) {
  const present = new Set(programs);
  const commands: string[] = [];
  const machine: Machine = {
    environment,
    platform,
    isRoot,
    starts: async (file) => present.has(file),
    files: async (pattern) => [...present].filter((file) => matchesGlob(file, pattern)),
    run: async (command, ...parameters) => {
      commands.push([command, ...parameters].join(' '));
      const brought = installs[command];
      for (const file of [brought ?? []].flat()) present.add(file);
      return brought !== undefined;
    },
    playwrightBrowser: () => downloaded,
  };
  return { machine, commands };
}
