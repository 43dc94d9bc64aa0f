/**
 * What the kit can do only in the repository of the whole site. Teams don't have this package, so the kit imports it in one
 * place, siteTools.ts. Each part loads when it is needed.
 */
export type { Settings } from '@site/server/settings.ts';

export const publicFiles = () => import('@site/bundling/publicFiles/publicFiles.ts');
export const layoutProblems = () => import('@site/bundling/checks/catalogues/layoutProblems.ts');
export const siteChecks = () => import('./checks/siteChecks.ts');
export const developSite = () => import('./dev/developSite.ts');
export const releaseTools = () => import('./release/releaseTools.ts');
export const preflightOfTeam = () => import('./release/preflightOfTeam.ts');
export const preflightHere = () => import('./release/preflightHere.ts');
export const previewReport = () => import('./release/report/writeReport.ts');
export const siteCommands = () => import('./commands/siteCommands.ts');
export const serverSettings = () => import('@site/server/settings.ts');
