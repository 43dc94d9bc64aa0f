import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { type Release, releaseId } from '@site/releases/Release.ts';
import { isolateFile } from '@site/shared/contract/release.ts';
import { rendererLimits } from '../limits.ts';
import { closing, inheritedDescriptors } from './inheritedDescriptors.ts';
import { hasBubblewrap, hasIsolate, type Wall } from './wall.ts';

/** A program with its parameters. */
export type Command = readonly [program: string, ...parameters: string[]];

/** What Node runs behind a wall. */
interface Script {
  readonly flags: readonly string[];
  /** The files and folders that it can read. */
  readonly readable: readonly string[];
  /** The script with its parameters. */
  readonly run: readonly string[];
}

/**
 * What a worker's process may not do: open an inspector, make code from strings, and, by Node's permission model, start
 * processes and threads, load native code, and use files other than those that it needs. That model doesn't
 * cover databases: `node:sqlite` would write files anywhere (https://nodejs.org/api/permissions.html#file-system-permissions).
 */
const restrictions = [
  '--permission',
  '--no-experimental-sqlite',
  '--disable-sigusr1',
  '--disallow-code-generation-from-strings',
];

/** isolated-vm is native code, which Node warns of. It doesn't work in a Node that starts from a snapshot. */
const isolateFlags = ['--allow-addons', '--disable-warning=PERM0001', '--no-node-snapshot'];

const [isolateHost, processHost, pipe] = ['isolateHost.mjs', 'processHost.mjs', 'rendererPipe.mjs'].map((file) =>
  join(import.meta.dirname, file),
) as [string, string, string];

/** The native code of isolated-vm; undefined where the package has none for the platform. */
const isolatedVm = findIsolatedVm();

function findIsolatedVm(): string | undefined {
  try {
    const description = createRequire(import.meta.url).resolve('isolated-vm/package.json');
    const { resolve: find } = createRequire(description)('node-gyp-build') as { resolve: (folder: string) => string };
    return realpathSync(find(dirname(description)));
  } catch {
    return undefined;
  }
}

const node = realpathSync(process.execPath);

/** What Node needs besides its own file: the libraries of the system. */
const libraries = ['/lib', '/lib64', '/usr/lib', '/usr/lib64'];

const namespaces = [
  ['--unshare-all', '--as-pid-1', '--new-session', '--die-with-parent'],
  ['--cap-drop', 'ALL'],
  [...libraries, node].flatMap((path) => ['--ro-bind-try', path, path]),
].flat();

/** The descriptor of the renderer's pipe to the server, which rendererPipe.mjs opens. */
export const channelDescriptor = 3;

/** The descriptor on which bubblewrap writes the id of the process inside. */
export const infoDescriptor = 4;

/** They are the same as long as this program runs. */
let inherited: readonly string[] | undefined;

function commandOf(wall: Wall, { flags, readable, run }: Script, bubblewrapFlags: readonly string[] = []): Command {
  const allowed = readable.map((path) => `--allow-fs-read=${path}`);
  inherited ??= closing(inheritedDescriptors(infoDescriptor));
  const command: Command = [node, ...restrictions, ...allowed, ...inherited, ...flags, ...run];
  if (!hasBubblewrap(wall)) return command;
  const bound = readable.flatMap((path) => ['--ro-bind', path, path]);
  return ['bwrap', ...namespaces, ...bound, ...bubblewrapFlags, '--', ...command];
}

/**
 * The command that runs a shell's renderer behind a wall.
 *
 * @param flags further flags of Node
 */
export function rendererCommand(wall: Wall, { folder, manifest }: Release, flags: readonly string[]): Command {
  // Not relative: behind a wall there is another working folder.
  const inShell = (file: string) => resolve(folder, file);
  const info = ['--info-fd', String(infoDescriptor)];
  const memory = String(rendererLimits.renderMemory);
  if (!isolatedVm || !hasIsolate(wall)) {
    const file = inShell(manifest.server);
    return commandOf(wall, { flags, readable: [processHost, pipe, dirname(file)], run: [processHost, file] }, info);
  }
  const run = [isolateHost, isolatedVm, inShell(isolateFile)];
  const parameters = [memory, isolateName({ manifest })];
  const script = { flags: [...isolateFlags, ...flags], readable: [...run, pipe], run: [...run, ...parameters] };
  return commandOf(wall, script, info);
}

/** What stack traces call a shell's renderer in an isolate: `shell@version/server/isolate.cjs`. */
export const isolateName = (shell: Pick<Release, 'manifest'>): string => `${releaseId(shell)}/${isolateFile}`;

/** A command that succeeds when a wall can be built; undefined when it can't in any case. */
export function probeCommand(wall: Wall): Command | undefined {
  if (!hasIsolate(wall)) return commandOf(wall, { flags: [], readable: [], run: ['--eval', ''] });
  if (isolatedVm === undefined) return undefined;
  const code = 'process.dlopen(module, process.argv[1]); new module.exports.ivm.Isolate().createContextSync();';
  return commandOf(wall, { flags: isolateFlags, readable: [isolatedVm], run: ['--eval', code, isolatedVm] });
}
