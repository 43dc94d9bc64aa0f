import type { PagesOf, RemoteDefinition } from '@site/shared';

/** This remote's name and pages. Titles, descriptions and labels of the pages are in locales/, under `routes`. */
export const remote = {
  name: 'new-remote',
  pages: {
    'new-remote': { source: './src/pages/new-remote/page.ts', paths: 'new-remote', places: ['menu'] },
  },
} as const satisfies RemoteDefinition;

declare global {
  /** Links to these pages are checked. */
  interface SitePages extends PagesOf<typeof remote> {}
}
