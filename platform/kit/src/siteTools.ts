/** What only the repository of the whole site has, and no team: the one place where the kit asks for what stands above it. */
export const siteTools = () => import('@site/tools/forKit.ts');
