import type { SiteParts } from '@site/shared/contract/siteParts.ts';

/** What the site has of its own instead of the shell's parts. */
export const Header: SiteParts['Header'] = undefined;
export const Footer: SiteParts['Footer'] = undefined;
export const Horizon: SiteParts['Horizon'] = undefined;
export const NotFoundZero: SiteParts['NotFoundZero'] = undefined;
