/**
 * What isolates the code of a release, the strongest first. `isolate`: the code runs in an isolate of V8, inside its process
 * and without anything of Node. `bubblewrap`: the process is in Linux namespaces, without files, network and other processes.
 * `process` is part of each of them: Node's permission model, and a renderer that takes away what would lead out of it. Alone
 * it stops borrowed code and mistakes.
 */
export const walls = ['bubblewrap+isolate', 'bubblewrap', 'isolate', 'process'] as const;

/** A wall. */
export type Wall = (typeof walls)[number];

/** The strongest wall of all. */
export const [fullWall] = walls;

/** What the setting RENDER_WALL can be: the strongest wall that can be built, the strongest of all, or a certain one. */
export const wallSettings = ['strongest', 'strict', ...walls] as const;

/** A value of RENDER_WALL. */
export type WallSetting = (typeof wallSettings)[number];

/** Whether a wall has bubblewrap around the process. */
export const hasBubblewrap = (wall: Wall): boolean => wall.startsWith('bubblewrap');

/** Whether a wall has an isolate inside the process. */
export const hasIsolate = (wall: Wall): boolean => wall.endsWith('isolate');
