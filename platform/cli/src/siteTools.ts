/** What only the repository of the whole site has. This is the only file of the kit that imports from a room above it. */
export type { Settings } from './forKit.ts';

export const siteTools = () => import('./forKit.ts');
