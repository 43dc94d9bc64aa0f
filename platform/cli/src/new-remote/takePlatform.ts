import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes a remote of a site that installs the platform take what comes with it. Versions of its own would bring second copies, and
 * an update would have to change them all.
 */
export function takePlatform(remote: string): void {
  const file = join(remote, 'package.json');
  const { devDependencies: _, ...content } = JSON.parse(readFileSync(file, 'utf8')) as { devDependencies?: object };
  writeFileSync(file, `${JSON.stringify({ ...content, dependencies: { '@site/shared': '*' } }, null, 2)}\n`);
}
