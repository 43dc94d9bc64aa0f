import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { shellTexts } from '@site/server/pages/shellTexts.ts';
import { type Language, languages } from '@site/shared/i18n/languages.ts';
import { cardPath } from '@site/shared/routes/siteFiles.ts';
import { type PageName, pageNames } from '@site/shared/routes/table.ts';
import { root } from '../bundles/folders.ts';
import { cached } from '../pictures/cached.ts';
import { rasteriseOpaque, startDrawing, widthOf } from '../pictures/rasterise.ts';
import { drawCard } from './drawCard.ts';
import { staticFonts } from './fonts.ts';

const layers = ['street', 'street-lights', 'festoon'];

/** Draws the card of every page in every language, for those who share a link, into a folder. */
export async function writeCards(folder: string): Promise<void> {
  await startDrawing();
  const fonts = await staticFonts();
  const street = await Promise.all(
    layers.map((name) => readFile(join(root, 'shared/ui/illustrations', `${name}.svg`), 'utf8')),
  );
  const draw = (page: PageName, language: Language) =>
    drawCard({
      language,
      title: titleOf(page, language),
      street,
      widthOf: (text) => widthOf(`<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`, fonts),
    });
  for (const language of languages) {
    for (const [path, page] of cardsOf(language)) {
      const svg = draw(page, language);
      const picture = await cached([svg, ...fonts], () => rasteriseOpaque(svg, fonts));
      const file = join(folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, picture);
    }
  }
}

/** The title of a page. A page that a remote has just added has none among the shell's texts: its card has that of the home page. */
function titleOf(page: PageName, language: Language): string {
  // The types know the routes that have texts: this asks about any.
  const translate = shellTexts(language) as (keys: readonly string[]) => string;
  return translate([`routes.${page}.title`, 'routes.home.title']);
}

/** Every card's address and its page; of the pages that share a card, the first in the route table gives it its title. */
const cardsOf = (language: Language): ReadonlyMap<string, PageName> =>
  new Map(pageNames.toReversed().map((page) => [cardPath(page, language), page]));
