/** What only the repository of the whole site has. This is the only place where the kit imports from a room above it. */
export const siteTools = () => import('@site/tools/forKit.ts');
