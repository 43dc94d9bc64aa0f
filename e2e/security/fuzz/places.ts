import { addresses } from '@site/testkit/site/addresses.ts';

/** Every page in two languages. */
export const pages = [...Object.values(addresses.en), ...Object.values(addresses.fr)] as [string, ...string[]];

/** Pages that a server has in memory, for everybody. */
export const cachedPages = [addresses.en.home, addresses.fr.pricing, addresses.es.team, addresses.en.contact] as const;

/** Where paths to files, releases and news begin. */
export const roots = [
  '/',
  '/assets/',
  '/assets/blog/',
  '/assets/shell/',
  '/assets/blog/1.0/',
  '/api/v1/',
  '/api/v1/blog/en/r/',
  '/en/blog/',
  '/cards/',
] as const;
