import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';

/**
 * What stands around the process of a worker. `process`: Node's permission model, and a renderer that takes away what would
 * lead out of it; that stops borrowed code and mistakes. `bubblewrap`: in addition, Linux namespaces without files, network
 * and other processes, which hold whatever the code inside does.
 */
export const walls = ['bubblewrap', 'process'] as const;

/** A wall. */
export type Wall = (typeof walls)[number];

/** A program with its parameters. */
export type Command = readonly [program: string, ...parameters: string[]];

/** The descriptor on which bubblewrap tells the id of the process inside. */
export const infoDescriptor = 4;

const node = realpathSync(process.execPath);

/** What Node needs besides its own file: the libraries of the system. */
const libraries = ['/lib', '/lib64', '/usr/lib', '/usr/lib64'];

const flags = [
  ['--unshare-all', '--as-pid-1', '--new-session', '--die-with-parent'],
  ['--cap-drop', 'ALL'],
  [...libraries, node].flatMap((path) => ['--ro-bind-try', path, path]),
].flat();

/** A command of Node inside bubblewrap, which sees the files of one folder. */
const insideBubblewrap = (parameters: readonly string[], folder: string, info: readonly string[] = []): Command => [
  'bwrap',
  ...flags,
  ...['--ro-bind', folder, folder],
  ...info,
  '--',
  node,
  ...parameters,
];

let strongest: Wall | undefined;

/** The strongest wall that this machine can build, found out once: most containers don't allow namespaces. */
export function strongestWall(): Wall {
  if (strongest) return strongest;
  const [program, ...parameters] = insideBubblewrap(['--version'], dirname(node));
  strongest = spawnSync(program, parameters, { env: {}, timeout: 5_000 }).status === 0 ? 'bubblewrap' : 'process';
  return strongest;
}

/**
 * The wall that a setting asks for.
 *
 * @param setting `strict` for the strongest wall or none, `process` for the weaker one, for instance to compare them
 * @throws {OperatorError} SITE-WALL when it is `strict`, and this machine can't build the strongest wall
 */
export function wallFor(setting: 'strongest' | 'strict' | 'process'): Wall {
  const wall = setting === 'process' ? 'process' : strongestWall();
  if (setting === 'strict' && wall !== 'bubblewrap')
    throw new OperatorError(
      'SITE-WALL',
      'RENDER_WALL is strict, but bubblewrap doesn’t start here. Install it (Debian: bubblewrap) and allow user namespaces.',
    );
  return wall;
}

/** The command that runs Node behind a wall, where it can read one folder. */
export const behindWall = (wall: Wall, parameters: readonly string[], folder: string): Command =>
  wall === 'bubblewrap'
    ? insideBubblewrap(parameters, folder, ['--info-fd', String(infoDescriptor)])
    : [node, ...parameters];
