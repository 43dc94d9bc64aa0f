/** Where the sitemap is, as robots.txt says. */
export const sitemapPath = '/sitemap.xml';
