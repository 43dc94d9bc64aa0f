import { drawnLogo } from '@site/company/logo/drawn.ts';
import type { State } from '../checkSite.ts';

/** The brand's mark. Decoration. */
export const mark = `<svg width="36" height="36" viewBox="0 0 32 32" aria-hidden="true">${drawnLogo.smallMark}</svg>`;

/** The mark as the icon of the page. */
export const iconSvg = (ink: string, lit: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${drawnLogo.smallMark
    .replaceAll('var(--logo-ink)', ink)
    .replaceAll('var(--logo-lit)', lit)}</svg>`;

/** A house, on a grid of 32 × 32: it has a lit window if a part of the site works, and one that is half lit if it has difficulties. */
const house = (state: State): string =>
  `<path class="wall" d="M4 13 16 3l12 10v16H4z"/><path class="pane ${state}" d="M9.5 30V19.2a6.5 6.5 0 0 1 13 0V30z"/>${
    state === 'degraded' ? '<path class="lit" d="M9.5 21.5h13V30h-13z"/>' : ''
  }<path class="frame" d="M16 12.5V30M9.5 21.5h13"/>`;

/** A house of the size of a word, beside a state. Decoration. */
export const houseIcon = (state: State): string =>
  `<svg class="icon" width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">${house(state)}</svg>`;

/** The scale of each house of the street, from the start. More parts repeat them. */
const scales = [5, 6.5, 4.25] as const;
const gap = 20;
const ground = 196;

/** A street with a house for each part of the site. Decoration. */
export function streetSvg(states: readonly State[]): string {
  let x = 0;
  const houses = states.map((state, index) => {
    const scale = scales[index % scales.length] ?? scales[0];
    const drawn = `<g transform="translate(${x - 3 * scale} ${ground - 30 * scale}) scale(${scale})">${house(state)}</g>`;
    x += 26 * scale + gap;
    return drawn;
  });
  return `<svg class="houses" viewBox="0 0 ${x} ${ground}" aria-hidden="true">${houses.join('')}</svg>`;
}
