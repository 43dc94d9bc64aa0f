import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import recorded from '@site/shared/exportedTypes.json' with { type: 'json' };
import { hasPlatform, root } from './project.ts';

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

/** The same names as last time, while neither the shared sources nor the packages have changed: the compiler needs a second. */
export async function sharedComponents(): Promise<Surface['components']> {
  // An installed package doesn't change after its record.
  if (!hasPlatform) return recorded.components;
  const hash = createHash('sha256');
  const sources = globSync('shared/**/*.{ts,tsx}', { cwd: root, exclude: ['**/node_modules/**'] });
  for (const file of ['package-lock.json', 'tsconfig.json', ...sources.sort()])
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  const cached = join(root, '.cache/surface', `${hash.digest('hex').slice(0, 16)}.json`);
  if (existsSync(cached)) return JSON.parse(readFileSync(cached, 'utf8')) as Surface['components'];
  const { components } = await sharedSurface();
  mkdirSync(join(cached, '..'), { recursive: true });
  // Another process may read it at the same time.
  const draft = `${cached}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(components));
  renameSync(draft, cached);
  return components;
}
