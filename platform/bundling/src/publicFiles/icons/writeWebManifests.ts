import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brand } from '@site/company/brand.ts';
import { cities } from '@site/company/offices.ts';
import { shellTranslator } from '@site/renderer/documents/shellTranslator.ts';
import { directionOf, type Language, languages } from '@site/shared/i18n/languages.ts';
import { homePath } from '@site/shared/routes/path.ts';
import { manifestPath } from '@site/shared/routes/siteFiles.ts';
import { colourOf } from '../../pictures/rasterise.ts';

const png = (name: string, side: number) => ({ src: `/${name}.png`, sizes: `${side}x${side}`, type: 'image/png' });

/** Writes `{lang}/manifest.webmanifest`, which lets a phone install the site as an app, into a folder. */
export async function writeWebManifests(folder: string): Promise<void> {
  for (const language of languages) {
    const file = join(folder, manifestPath(language));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify(webManifest(language)));
  }
}

/** https://www.w3.org/TR/appmanifest/ */
function webManifest(language: Language): object {
  const home = homePath(language);
  const translate = shellTranslator(language);
  return {
    id: home,
    name: `${brand.product} ${cities[language].name}`,
    short_name: brand.product,
    description: translate('app.description'),
    lang: language,
    dir: directionOf(language),
    start_url: home,
    scope: '/',
    display: 'minimal-ui',
    theme_color: colourOf('--sky', 'light'),
    background_color: colourOf('--bg', 'light'),
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      png('icon-192', 192),
      png('icon-512', 512),
      { ...png('icon-maskable-512', 512), purpose: 'maskable' },
    ],
  };
}
