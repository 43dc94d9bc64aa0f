/** The element that carries the boot data. */
export const bootElementId = 'boot';

/** The element whose content React takes over. */
export const siteElementId = 'site';
