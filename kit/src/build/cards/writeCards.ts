import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { shellTexts } from '@site/server/pages/shellTexts.ts';
import { type Language, languages } from '@site/shared/i18n/languages.ts';
import { cardPath } from '@site/shared/routes/siteFiles.ts';
import { type PageName, pageNames } from '@site/shared/routes/table.ts';
import subsetFont from 'subset-font';
import { root } from '../bundles/project.ts';
import { cached, rasteriseOpaque, startDrawing, widthOf } from '../pictures/rasterise.ts';
import { drawCard } from './drawCard.ts';

const streetLayers = ['street', 'street-lights', 'festoon'];

/** Draws the card of every page in every language, which social networks show for a shared link, into a folder. */
export async function writeCards(folder: string): Promise<void> {
  await startDrawing();
  const fonts = await staticFonts();
  const street = await Promise.all(
    streetLayers.map((name) => readFile(join(root, 'shared/ui/illustrations', `${name}.svg`), 'utf8')),
  );
  const draw = (page: PageName, language: Language) =>
    drawCard({
      language,
      title: cardTitle(page, language),
      street,
      widthOf: (text) => widthOf(`<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`, fonts),
    });
  for (const language of languages) {
    for (const [path, page] of cardsIn(language)) {
      const svg = draw(page, language);
      const picture = await cached([svg, ...fonts], () => rasteriseOpaque(svg, fonts));
      const file = join(folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, picture);
    }
  }
}

/** The title of a page. For a page that has just been added, the shell has no texts yet: its card has the home page's title. */
function cardTitle(page: PageName, language: Language): string {
  // The types only accept routes that have texts.
  const translate = shellTexts(language) as (keys: readonly string[]) => string;
  return translate([`routes.${page}.title`, 'routes.home.title']);
}

/** The path of every card and its page. When pages share a card, the first in the route table gives the title. */
const cardsIn = (language: Language): ReadonlyMap<string, PageName> =>
  new Map(pageNames.toReversed().map((page) => [cardPath(page, language), page]));

const range = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));

/** Every character that the site's font files may have. */
const characters = range(0x20, 0x17f) + range(0x2000, 0x20ff) + range(0x2190, 0x21ff);

/** The site's two typefaces with fixed axes: resvg doesn't support variable fonts. */
const staticFonts = (): Promise<readonly Buffer[]> =>
  Promise.all([
    staticFont('bricolage-grotesque.woff2', { wght: 700, opsz: 96 }),
    staticFont('figtree.woff2', { wght: 700 }),
  ]);

async function staticFont(file: string, axes: Readonly<Record<string, number>>): Promise<Buffer> {
  const font = await readFile(join(root, 'shared/ui/fonts', file));
  return await subsetFont(font, characters, { targetFormat: 'sfnt', variationAxes: axes });
}
