import type { RemoteDefinition } from '@site/shared';

/** The pages of the company. Their titles, descriptions and labels are in locales/, under `routes`. */
export const remote = {
  name: 'marketing',
  pages: {
    home: { source: './src/pages/home/page.ts', paths: '' },
    services: {
      source: './src/pages/services/page.ts',
      paths: { en: 'services', fr: 'services', es: 'servicios' },
      places: ['menu'],
    },
    pricing: {
      source: './src/pages/pricing/page.ts',
      paths: { en: 'pricing', fr: 'prix', es: 'precios' },
      places: ['menu'],
    },
    team: {
      source: './src/pages/team/page.ts',
      paths: { en: 'team', fr: 'equipe', es: 'equipo' },
      places: ['menu', 'footer'],
    },
    privacy: {
      source: './src/pages/privacy/page.ts',
      paths: { en: 'privacy-policy', fr: 'politique-confidentialite', es: 'policia-privacidad' },
      closing: 'strip',
      places: ['footer'],
    },
    legal: {
      source: './src/pages/legal/page.ts',
      paths: { en: 'legal', fr: 'condition-utilisation', es: 'terminos' },
      closing: 'strip',
      places: ['footer'],
    },
    company: {
      source: './src/pages/company/page.ts',
      paths: { en: 'company', fr: 'societe', es: 'empresa' },
      closing: 'strip',
      isListed: false,
    },
  },
} as const satisfies RemoteDefinition;
