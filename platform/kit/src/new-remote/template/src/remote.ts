import type { PagesOf, RemoteDefinition } from '@site/shared';

/** What this remote is called, and the pages that it proposes. Their titles, descriptions and labels are in locales/, under `routes`. */
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
