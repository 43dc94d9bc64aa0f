import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './bundles/project.ts';
import { writeCards } from './cards/writeCards.ts';
import { writeIcons } from './icons/writeIcons.ts';
import { writeWebManifests } from './icons/writeWebManifests.ts';

/** Writes the files that have fixed addresses into the folder `public/` of the shell's build. */
export async function writePublicFiles(build: string): Promise<void> {
  const folder = join(build, 'public');
  await cp(join(root, 'shell/public'), folder, { recursive: true });
  await Promise.all([writeCards(folder), writeIcons(folder), writeWebManifests(folder)]);
}
