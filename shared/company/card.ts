import { readFileSync } from 'node:fs';
import type { CardTools, ShareCard } from '@site/shared/contract/card.ts';
import { drawnLogo } from './logo/drawn.ts';
import { cities, type OfficeId, officeOf } from './offices.ts';

const margin = 64;
const streetScale = 0.74;
const streetSize = { left: -480, width: 2400, height: 406 };

/** Centre of each city's house in the drawing of the street, and where it goes on the card if the street is long enough. */
const houses: Readonly<Record<OfficeId, number>> = { london: 280, bethune: 560, barcelona: 850 };

/** The layers of the street, from back to front. */
const streetLayers = [
  new URL('./drawings/street.svg', import.meta.url),
  new URL('./drawings/street-lights.svg', import.meta.url),
  new URL('./drawings/festoon.svg', import.meta.url),
];

/**
 * The cards that social networks show for a shared link: the page's title in the evening sky, above the street with the house of
 * the language's city.
 */
export const card: ShareCard = {
  fonts: [
    new URL('./fonts/cards/bricolage-grotesque.ttf', import.meta.url),
    new URL('./fonts/cards/figtree.ttf', import.meta.url),
  ],
  families: { display: 'Bricolage Grotesque', text: 'Figtree' },
  draw: ({ language, title }, tools) => {
    const { size, colour, paint } = tools;
    // Between the logo and the roofs.
    const room = { left: margin, top: 136, width: size.width - 2 * margin, height: 200 };
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
<defs><linearGradient id="dusk" x2="0" y2="1"><stop stop-color="${colour('--bg')}"/><stop offset="1" stop-color="${colour('--dusk')}"/></linearGradient></defs>
<rect width="100%" height="100%" fill="url(#dusk)"/>
${drawStreet(officeOf[language], tools)}
${paint(`<g transform="translate(${margin} 48) scale(1.6)">${drawnLogo.logo}</g>`)}
${drawPlaque(cities[language].name, tools)}
${tools.drawTitle(title, room, { family: card.families.display, tracking: -0.03 })}
</svg>`;
  },
};

function drawStreet(office: OfficeId, { size, paint }: CardTools): string {
  const top = size.height - streetSize.height * streetScale;
  const furthest = streetSize.left + streetSize.width - size.width / streetScale;
  const left = Math.min(Math.max(houses[office] - size.width / 2 / streetScale, streetSize.left), furthest);
  const drawn = streetLayers.map((file) => readFileSync(file, 'utf8').replace(/<svg\b[^>]*>|<\/svg>/g, '')).join('');
  return paint(`<g transform="translate(0 ${top}) scale(${streetScale}) translate(${-left})">${drawn}</g>`);
}

/** The enamel street sign with the city. */
function drawPlaque(city: string, { size, colour, drawText, widthOf }: CardTools): string {
  const height = 56;
  const text = drawText(city.toUpperCase(), { family: card.families.text, size: 26, tracking: 0.16 });
  const width = widthOf(text) + 2 * 28;
  const inner = `x="5" y="5" width="${width - 10}" height="${height - 10}" rx="6"`;
  return `<g transform="translate(${size.width - margin - width} 44)"><rect width="${width}" height="${height}" rx="10" fill="${colour('--accent')}"/>
<rect ${inner} fill="none" stroke="${colour('--on-accent')}" stroke-width="2.5"/>
<g transform="translate(28 37)" fill="${colour('--on-accent')}">${text}</g></g>`;
}
