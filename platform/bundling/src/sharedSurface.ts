import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Names with their types as text; `?` after optional ones. */
export type Members = Readonly<Record<string, string>>;

/** What `@site/shared` exports, with its types. */
export interface Surface {
  /** The properties of each component, events among them. */
  readonly components: Readonly<Record<string, Members>>;
  readonly values: Members;
  /** The members of an interface, or the type itself. */
  readonly types: Readonly<Record<string, Members | string>>;
}

/**
 * Reads the surface of `@site/shared` from its sources with the compiler: a hand-written list would miss a renamed property.
 * Runs in its own process, because the compiler complains on standard error when it stops.
 */
export async function sharedSurface(): Promise<Surface> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    fileURLToPath(new URL('./surfaceMain.ts', import.meta.url)),
  ]);
  return JSON.parse(stdout) as Surface;
}
