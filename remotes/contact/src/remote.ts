import { planIds } from '@site/company/plans.ts';
import type { RemoteDefinition } from '@site/shared';

/** The page with the contact form. Its title, description and label are in locales/, under `routes`. */
export const remote = {
  name: 'contact',
  pages: {
    contact: {
      source: './src/pages/contact/page.ts',
      paths: { en: 'contact', fr: 'contact', es: 'contacto' },
      query: { plan: planIds },
      form: 'contact',
      closing: 'strip',
      places: ['footer'],
    },
  },
} as const satisfies RemoteDefinition;
