import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { proposedLanguages } from '@site/shared/contract/release.ts';
import { type Language, languages } from '@site/shared/i18n/languages.ts';
import { withVariables } from '@site/shared/i18n/variables.ts';
import { cardPath } from '@site/shared/routes/cards.ts';
import { describeRemote } from '../bundles/remote.ts';
import { pageMessages } from '../declaredPages.ts';
import { cached, rasteriseOpaque, startDrawing, widthOf } from '../pictures/rasterise.ts';
import { drawCard } from './drawCard.ts';

/** The path of a package's file, such as `@site/shared/ui/fonts/figtree.woff2`. */
const installedFile = createRequire(import.meta.url).resolve;

const streetLayers = ['street', 'street-lights', 'festoon'];

/** Titles of cards, by their names. */
export type CardTitles = Readonly<Record<string, string>>;

/**
 * Draws cards in every language, which social networks show for a shared link, into a folder.
 *
 * @param titlesIn the titles of the cards in a language
 */
export async function writeCards(folder: string, titlesIn: (language: Language) => CardTitles): Promise<void> {
  await startDrawing();
  const fonts = await staticFonts();
  const street = await Promise.all(
    streetLayers.map((name) => readFile(installedFile(`@site/shared/ui/illustrations/${name}.svg`), 'utf8')),
  );
  const widthOfText = (text: string) => widthOf(`<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`, fonts);
  for (const language of languages) {
    for (const [card, title] of Object.entries(titlesIn(language))) {
      const svg = drawCard({ language, title, street, widthOf: widthOfText });
      const picture = await cached([svg, ...fonts], () => rasteriseOpaque(svg, fonts));
      const file = join(folder, cardPath(card, language));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, picture);
    }
  }
}

/** Draws a card for each page of a remote that doesn't share another's, into the folder `public/` of its build. */
export async function writePageCards(remote: string, build: string): Promise<void> {
  const { pages } = await describeRemote(remote);
  const words = await pageMessages(remote);
  const own = Object.entries(pages).filter(([, { card }]) => card === undefined);
  await writeCards(join(build, 'public'), (language) =>
    Object.fromEntries(
      own
        .filter(([, page]) => proposedLanguages(page).includes(language))
        .map(([name]) => [name, withVariables(words(name, language).title)]),
    ),
  );
}

/** The site's two typefaces with fixed axes: resvg doesn't support variable fonts. `build/fonts/subset.ts` of the tools writes them. */
const staticFonts = (): Promise<readonly Buffer[]> =>
  Promise.all(
    ['bricolage-grotesque', 'figtree'].map((name) => readFile(join(import.meta.dirname, `fonts/${name}.ttf`))),
  );
