import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { shellTranslator } from '@site/renderer/documents/shellTranslator.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import { siteCard } from '@site/shared/routes/cards.ts';
import { writeCards } from '../cards/writeCards.ts';
import { platformFolder, shell } from '../project.ts';
import { writeIcons } from './icons/writeIcons.ts';
import { writeWebManifests } from './icons/writeWebManifests.ts';

/** Writes the files that have fixed addresses into the folder `public/` of the shell's build. */
export async function writePublicFiles(build: string): Promise<void> {
  const folder = join(build, 'public');
  await cp(join(platformFolder(shell), 'public'), folder, { recursive: true });
  const siteTitle = (language: Language) => ({ [siteCard]: shellTranslator(language)('routes.root.title') });
  await Promise.all([writeCards(folder, siteTitle), writeIcons(folder), writeWebManifests(folder)]);
}
