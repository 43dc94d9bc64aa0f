import { type Language, languages } from '@site/shared/i18n/languages.ts';

export { type Language, languages };

/** The addresses in the specification, to test the site's own table against. */
export const addresses = {
  en: {
    home: '/en',
    services: '/en/services',
    blog: '/en/blog',
    article: '/en/blog/three-numbers-visitors-feel',
    company: '/en/company',
    pricing: '/en/pricing',
    team: '/en/team',
    contact: '/en/contact',
    privacy: '/en/privacy-policy',
    legal: '/en/legal',
    notFound: '/en/nowhere',
  },
  fr: {
    home: '/fr',
    services: '/fr/services',
    blog: '/fr/blog',
    article: '/fr/blog/trois-chiffres-que-vos-visiteurs-ressentent',
    company: '/fr/societe',
    pricing: '/fr/prix',
    team: '/fr/equipe',
    contact: '/fr/contact',
    privacy: '/fr/politique-confidentialite',
    legal: '/fr/condition-utilisation',
    notFound: '/fr/nulle-part',
  },
  es: {
    home: '/es',
    services: '/es/servicios',
    blog: '/es/blog',
    article: '/es/blog/tres-cifras-que-tus-visitas-notan',
    company: '/es/empresa',
    pricing: '/es/precios',
    team: '/es/equipo',
    contact: '/es/contacto',
    privacy: '/es/policia-privacidad',
    legal: '/es/terminos',
    notFound: '/es/ninguna-parte',
  },
} as const satisfies Readonly<Record<Language, object>>;

export type PageName = keyof (typeof addresses)['en'];

/** Every page in every language. */
export const everyAddress = languages.flatMap((language) =>
  Object.entries(addresses[language]).map(([page, path]) => ({ language, page: page as PageName, path })),
);
