import type { SiteParts } from '@site/shared/contract/siteParts.ts';

export { Oculus as NotFoundZero } from './drawings/Oculus.tsx';
export { Roofline as Horizon } from './drawings/Roofline.tsx';

/** The header and the footer are the shell's. */
export const Header: SiteParts['Header'] = undefined;
export const Footer: SiteParts['Footer'] = undefined;
