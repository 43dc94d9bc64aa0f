import type { PagesOf, RemoteDefinition } from '@site/shared';
import { signup } from './forms.ts';

/** Fairs and talks, with a sign-up for each. */
export const remote = {
  name: 'events',
  apis: { events: { description: 'The fairs and talks that we go to, and who comes' } },
  forms: { signup },
  pages: {
    events: { source: './src/pages/events/page.ts', paths: 'events', places: ['menu', 'footer'] },
    event: {
      source: './src/pages/event/page.ts',
      paths: 'events/:id',
      was: ['events/fair/:id'],
      form: 'signup',
      card: 'events',
      entries: { api: 'events', path: 'entries.json' },
      feed: true,
    },
    plan: { source: './src/pages/plan/page.ts', languages: ['en'], paths: 'events/plan' },
    lively: { source: './src/pages/lively/page.ts', languages: ['en'], paths: 'events/lively' },
    venue: { source: './src/pages/venue/page.ts', languages: ['en'], paths: 'events/venue', places: ['footer'] },
    find: { source: './src/pages/find/page.ts', paths: 'events/find', search: { q: { max: 60 } } },
    salons: {
      source: './src/pages/salons/page.ts',
      languages: ['fr'],
      paths: 'events/salons',
      places: ['menu', 'footer'],
    },
  },
} as const satisfies RemoteDefinition;

declare global {
  /** Links to these pages are checked. */
  interface SitePages extends PagesOf<typeof remote> {}
}
