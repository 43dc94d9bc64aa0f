import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import packageJson from '../../../../package.json' with { type: 'json' };
import { root } from '../bundles/folders.ts';

const folder = join(root, '.cache/pictures');

/** Another version of what draws may draw otherwise. */
const version = packageJson.devDependencies['@resvg/resvg-wasm'];

/** The picture that was made of the very same things before, or a new one. */
export async function cached(madeOf: readonly (string | Uint8Array)[], make: () => Uint8Array): Promise<Uint8Array> {
  const hash = createHash('sha256').update(version);
  for (const part of madeOf) hash.update('\0').update(part);
  const file = join(folder, `${hash.digest('hex')}.png`);
  if (existsSync(file)) return await readFile(file);
  const picture = make();
  await mkdir(folder, { recursive: true });
  await writeFile(file, picture);
  return picture;
}
