import type { PagesOf, RemoteDefinition } from '@site/shared';

/** The pages of the company. Their titles, descriptions and labels are in locales/, under `routes`. */
export const remote = {
  name: 'home',
  pages: {
    home: { source: './src/pages/home/page.ts', paths: '' },
    services: {
      source: './src/pages/services/page.ts',
      paths: { de: 'leistungen', ar: 'khadamat' },
      places: ['menu'],
    },
    about: { source: './src/pages/about/page.ts', paths: { de: 'ueber-uns', ar: 'man-nahnu' }, places: ['menu', 'footer'] },
  },
} as const satisfies RemoteDefinition;

declare global {
  /** Links to these pages are checked. */
  interface SitePages extends PagesOf<typeof remote> {}
}
