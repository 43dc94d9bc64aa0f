import { cities, type OfficeId, officeOf } from '@site/company/offices.ts';
import { escapeHtml } from '@site/shared/html.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import { cardSize } from '@site/shared/routes/cards.ts';
import { markShapes, wordmark } from '@site/shared/ui/brand/shapes.ts';
import { colourOf, paint } from '../pictures/rasterise.ts';
import { lineHeight, setTitle } from './setTitle.ts';

/** What a card is drawn from. */
export interface CardParts {
  readonly language: Language;
  readonly title: string;
  /** The drawings of the street, as layers from back to front. */
  readonly street: readonly string[];
  /** Measures a drawn text. */
  readonly widthOf: (svg: string) => number;
}

const night = (name: string) => colourOf(name, 'dark');

/** As the font files name themselves. */
const families = { display: 'Bricolage Grotesque', text: 'Figtree' };

const margin = 64;
const streetScale = 0.74;
const streetSize = { left: -480, width: 2400, height: 406 };
const streetTop = cardSize.height - streetSize.height * streetScale;

/** The space for the title: between the logo and the roofs. */
const titleRoom = { top: 136, width: cardSize.width - 2 * margin, height: 200 };
const titleTracking = -0.03;

/** Centre of each city's house in the drawing of the street, and where it goes on the card if the street is long enough. */
const houses: Readonly<Record<OfficeId, number>> = { london: 280, bethune: 560, barcelona: 850 };
const houseAt = cardSize.width / 2;

/** Draws the card of a page: its title in the evening sky, above the street with the house of the language's city. */
export function drawCard({ language, title, street, widthOf }: CardParts): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${cardSize.width}" height="${cardSize.height}">
<defs><linearGradient id="dusk" x2="0" y2="1"><stop stop-color="${night('--bg')}"/><stop offset="1" stop-color="${night('--dusk')}"/></linearGradient></defs>
<rect width="100%" height="100%" fill="url(#dusk)"/>
${drawStreet(language, street)}
${logo}
${drawPlaque(cities[language].name, widthOf)}
${drawTitle(title, widthOf)}
</svg>`;
}

function drawStreet(language: Language, layers: readonly string[]): string {
  const furthest = streetSize.left + streetSize.width - cardSize.width / streetScale;
  const left = Math.min(Math.max(houses[officeOf[language]] - houseAt / streetScale, streetSize.left), furthest);
  const drawn = layers.map((svg) => svg.replace(/<svg\b[^>]*>|<\/svg>/g, '')).join('');
  return paint(
    `<g transform="translate(0 ${streetTop}) scale(${streetScale}) translate(${-left})">${drawn}</g>`,
    'dark',
  );
}

const logo = paint(
  `<g transform="translate(${margin} 48) scale(1.6)" fill="var(--logo-ink)"><path d="${markShapes.gable}"/>
<path fill="var(--logo-lit)" d="${markShapes.window}"/>
<path stroke="var(--logo-ink)" stroke-width="2" d="${markShapes.upright}${markShapes.crossbar}"/>
<path transform="translate(39.5 26.2) scale(.196)" d="${wordmark}"/></g>`,
  'dark',
);

/** The enamel street sign with the city. */
function drawPlaque(city: string, widthOf: CardParts['widthOf']): string {
  const height = 56;
  const text = drawText(city.toUpperCase(), { family: families.text, size: 26, tracking: 0.16 });
  const width = widthOf(text) + 2 * 28;
  const inner = `x="5" y="5" width="${width - 10}" height="${height - 10}" rx="6"`;
  return `<g transform="translate(${cardSize.width - margin - width} 44)"><rect width="${width}" height="${height}" rx="10" fill="${night('--accent')}"/>
<rect ${inner} fill="none" stroke="${night('--on-accent')}" stroke-width="2.5"/>
<g transform="translate(28 37)" fill="${night('--on-accent')}">${text}</g></g>`;
}

function drawTitle(title: string, widthOf: CardParts['widthOf']): string {
  const style = (size: number) => ({ family: families.display, size, tracking: titleTracking });
  const measure = (text: string) => widthOf(drawText(text, style(100))) / 100;
  const { lines, size } = setTitle(title, titleRoom, measure);
  const room = titleRoom.height - lines.length * size * lineHeight;
  const first = titleRoom.top + room / 2 + size * 0.82;
  const drawn = lines.map(
    (line, index) =>
      `<g transform="translate(${margin} ${first + index * size * lineHeight})">${drawText(line, style(size))}</g>`,
  );
  return `<g fill="${night('--text')}">${drawn.join('')}</g>`;
}

interface TextStyle {
  readonly family: string;
  readonly size: number;
  /** Space between letters, as a multiple of the font size. */
  readonly tracking: number;
}

const drawText = (text: string, { family, size, tracking }: TextStyle): string =>
  `<text font-family="${family}" font-weight="700" font-size="${size}" letter-spacing="${size * tracking}">${escapeHtml(text)}</text>`;
