import type { DrawnLogo } from '@site/shared/contract/company.ts';
import { brand } from '../brand.ts';

/** A window with a light in it. */
const mark =
  '<rect x="2" y="2" width="28" height="28" rx="8" fill="var(--logo-ink)"/><circle cx="16" cy="16" r="6" fill="var(--logo-lit)"/>';

const name = brand.product.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The logo as SVG, for icons, cards and pages without scripts. */
export const drawnLogo: DrawnLogo = {
  mark,
  smallMark: mark,
  logo: `${mark}<text x="40" y="24" font-family="Bricolage Grotesque" font-weight="700" font-size="23" fill="var(--logo-ink)">${name}</text>`,
};
