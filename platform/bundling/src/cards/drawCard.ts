import { drawnLogo } from '@site/company/logo/drawn.ts';
import type { CardRoom, CardTextStyle, CardTexts, CardTools, ShareCard } from '@site/shared/contract/card.ts';
import { escapeHtml } from '@site/shared/html.ts';
import { directionOf } from '@site/shared/i18n/languages.ts';
import { cardSize } from '@site/shared/routes/cards.ts';
import { colourOf, paint } from '../pictures/rasterise.ts';
import { lineHeight, setTitle } from './setTitle.ts';

/**
 * Draws a card, as the company does or plainly.
 *
 * @param widthOf measures a drawn text
 */
export function drawCard({ draw, families }: ShareCard, texts: CardTexts, widthOf: CardTools['widthOf']): string {
  const tools: CardTools = {
    size: cardSize,
    colour: night,
    paint: (svg) => paint(svg, 'dark'),
    widthOf,
    drawText,
    drawTitle: (title, room, style) => drawTitle({ ...texts, title }, room, style, widthOf),
  };
  return draw === undefined ? plainCard(texts, families.display, tools) : draw(texts, tools);
}

const night = (name: string) => colourOf(name, 'dark');

const logoScale = 1.6;

/** The title on the night sky, below the logo. */
function plainCard(
  { language, title }: CardTexts,
  family: string,
  { size, drawTitle: titleIn, paint: painted, widthOf }: CardTools,
): string {
  const margin = 64;
  const logo = painted(`<g transform="scale(${logoScale})">${drawnLogo.logo}</g>`);
  const left = directionOf(language) === 'rtl' ? size.width - margin - widthOf(logo) : margin;
  const room = { left: margin, top: 160, width: size.width - 2 * margin, height: size.height - 160 - margin };
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
<rect width="100%" height="100%" fill="${night('--bg')}"/>
<g transform="translate(${left} 48)">${logo}</g>
${titleIn(title, room, { family, tracking: 0 })}
</svg>`;
}

/** Its lines begin at the side where those of the language do. */
function drawTitle(
  { language, title }: CardTexts,
  room: CardRoom,
  style: Omit<CardTextStyle, 'size'>,
  widthOf: CardTools['widthOf'],
): string {
  const isMirrored = directionOf(language) === 'rtl';
  // Arabic letters join: space between them would tear words apart.
  const ownStyle = isMirrored ? { ...style, tracking: 0 } : style;
  const start = isMirrored ? room.left + room.width : room.left;
  const anchor = isMirrored ? 'end' : 'start';
  const measure = (text: string) => widthOf(drawText(text, { ...ownStyle, size: 100 })) / 100;
  const { lines, size } = setTitle(title, room, measure);
  const first = room.top + (room.height - lines.length * size * lineHeight) / 2 + size * 0.82;
  const drawn = lines.map(
    (line, index) =>
      `<g transform="translate(${start} ${first + index * size * lineHeight})" text-anchor="${anchor}">${drawText(line, { ...ownStyle, size })}</g>`,
  );
  return `<g fill="${night('--text')}">${drawn.join('')}</g>`;
}

const drawText = (text: string, { family, size, tracking }: CardTextStyle): string =>
  `<text font-family="${family}" font-weight="700" font-size="${size}" letter-spacing="${size * tracking}">${escapeHtml(text)}</text>`;
