import type { DrawnLogo } from '@site/shared/contract/company.ts';
import { markShapes, wordmark } from './shapes.ts';

const { gable, window, upright, crossbar } = markShapes;
const lit = `<path fill="var(--logo-lit)" d="${window}"/>`;

/** The mark with all of its bars. */
const mark = `<g fill="var(--logo-ink)"><path d="${gable}"/>${lit}<path stroke="var(--logo-ink)" stroke-width="2" d="${upright}${crossbar}"/></g>`;

/** The logo as SVG, for icons, cards and pages without scripts. */
export const drawnLogo: DrawnLogo = {
  mark,
  // The crossbar is too fine at 16 pixels.
  smallMark: `<g fill="var(--logo-ink)" stroke="var(--logo-ink)" stroke-width="0"><path d="${gable}"/>${lit}<path stroke-width="2.5" d="${upright}"/></g>`,
  logo: `${mark}<path fill="var(--logo-ink)" transform="translate(39.5 26.2) scale(.196)" d="${wordmark}"/>`,
};
