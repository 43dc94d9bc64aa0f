import { spawnSync } from 'node:child_process';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { fullWall, type Wall, type WallSetting, walls } from './wall.ts';
import { probeCommand } from './wallCommand.ts';

const known = new Map<Wall, boolean>();

/** Whether this machine can build a wall, tested once: most containers forbid namespaces, and some platforms lack isolates. */
export function canBuild(wall: Wall): boolean {
  const isBuilt = known.get(wall) ?? succeeds(wall);
  known.set(wall, isBuilt);
  return isBuilt;
}

function succeeds(wall: Wall): boolean {
  const [program, ...parameters] = probeCommand(wall) ?? [];
  return program !== undefined && spawnSync(program, parameters, { env: {}, timeout: 5_000 }).status === 0;
}

/** The strongest wall that this machine can build. */
export const strongestWall = (): Wall => walls.find(canBuild) ?? 'process';

/**
 * The wall that a setting asks for.
 *
 * @throws {OperatorError} SITE-WALL when this machine can't build it
 */
export function wallFor(setting: WallSetting): Wall {
  if (setting === 'strongest') return strongestWall();
  const wall = setting === 'strict' ? fullWall : setting;
  if (canBuild(wall)) return wall;
  throw new OperatorError('SITE-WALL', `RENDER_WALL is ${setting}, but ${wall} doesn’t start here. ${advice()}`);
}

/** What an operator should know of a wall that isn't the strongest of all; undefined of that one. */
export const weaknessOf = (wall: Wall): string | undefined =>
  wall === fullWall
    ? undefined
    : `SITE-WALL Releases render behind a weaker wall: ${wall} instead of ${fullWall}. ${advice()}`.trim();

/** What is missing on this machine, and how to get it. */
function advice(): string {
  const missing = [
    !canBuild('bubblewrap') && 'Install bubblewrap (Debian: bubblewrap) and allow user namespaces.',
    !canBuild('isolate') &&
      'isolated-vm is missing: “npm ci” installs it. It has native code for some platforms, with Node 24 and 26.',
  ];
  return missing.filter(Boolean).join(' ');
}
