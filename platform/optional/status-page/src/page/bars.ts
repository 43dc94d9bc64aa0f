import { escapeHtml } from '@site/shared/html.ts';
import type { State } from '../checkSite.ts';

/** A day as a bar: its worst state, and what it is called when a pointer rests on it. */
export interface Bar {
  readonly state: State | undefined;
  readonly label: string;
}

const height = 40;

/** How high a bar is: without colours, too, one sees which days were bad. */
const heights: Readonly<Record<State, number>> = { up: 40, degraded: 26, down: 13 };
const unknown = 3;

/** Days as bars, oldest first. A name says in short what they show; a table elsewhere says it in words. */
export function barsSvg(bars: readonly Bar[], name: string): string {
  const rects = bars.map(({ state, label }, index) => {
    const high = state === undefined ? unknown : heights[state];
    const place = `x="${index + 0.12}" y="${height - high}" width=".76" height="${high}"`;
    return `<rect class="${state ?? 'unknown'}" ${place}><title>${escapeHtml(label)}</title></rect>`;
  });
  return `<svg class="bars" viewBox="0 0 ${bars.length} ${height}" preserveAspectRatio="none" role="img" aria-label="${escapeHtml(name)}">${rects.join('')}</svg>`;
}
