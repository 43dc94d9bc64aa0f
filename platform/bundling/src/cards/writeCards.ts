import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { card as drawn } from '@site/company/card.ts';
import { proposedLanguages } from '@site/shared/contract/release.ts';
import { type Language, languages } from '@site/shared/i18n/languages.ts';
import { withVariables } from '@site/shared/i18n/variables.ts';
import { cardPath } from '@site/shared/routes/cards.ts';
import { describeRemote } from '../bundles/remote.ts';
import { pageMessages } from '../declaredPages.ts';
import { cached, rasteriseOpaque, startDrawing, widthOf } from '../pictures/rasterise.ts';
import { drawCard } from './drawCard.ts';

/** Titles of cards, by their names. */
export type CardTitles = Readonly<Record<string, string>>;

/**
 * Draws cards in every language, which social networks show for a shared link, into a folder.
 *
 * @param titlesIn the titles of the cards in a language
 */
export async function writeCards(folder: string, titlesIn: (language: Language) => CardTitles): Promise<void> {
  await startDrawing();
  const fonts = await Promise.all(drawn.fonts.map((font) => readFile(font)));
  const widthOfText = (text: string) => widthOf(`<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`, fonts);
  for (const language of languages) {
    for (const [card, title] of Object.entries(titlesIn(language))) {
      const svg = drawCard(drawn, { language, title }, widthOfText);
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
