import type { Language } from '../i18n/languages.ts';
import type { LanguageRoutes, PageRoute, PlainPageName, RouteTable } from '../routes/table.ts';

const everywhere = (path: string): PageRoute['paths'] => ({ en: path, fr: path, es: path });

const marketing = (module: string, paths: PageRoute['paths'], closing: PageRoute['closing'] = 'invitation') =>
  ({ remote: 'marketing', module, closing, paths, card: module.slice(2) }) as const;

/** The specification's route table. Tests render links with it, and compare the site's own table with it. */
export const specifiedRoutes: RouteTable = {
  pages: {
    home: marketing('./home', everywhere('')),
    services: marketing('./services', { en: 'services', fr: 'services', es: 'servicios' }),
    pricing: marketing('./pricing', { en: 'pricing', fr: 'prix', es: 'precios' }),
    team: marketing('./team', { en: 'team', fr: 'equipe', es: 'equipo' }),
    privacy: marketing(
      './privacy',
      { en: 'privacy-policy', fr: 'politique-confidentialite', es: 'policia-privacidad' },
      'strip',
    ),
    legal: marketing('./legal', { en: 'legal', fr: 'condition-utilisation', es: 'terminos' }, 'strip'),
    company: marketing('./company', { en: 'company', fr: 'societe', es: 'empresa' }, 'strip'),
    blog: { remote: 'blog', module: './list', closing: 'invitation', paths: everywhere('blog'), card: 'blog' },
    article: {
      remote: 'blog',
      module: './redirect',
      closing: 'strip',
      paths: everywhere('blog/:slug'),
      query: { stay: [''] },
      card: 'blog',
    },
    contact: {
      remote: 'contact',
      module: './contact',
      closing: 'strip',
      paths: { en: 'contact', fr: 'contact', es: 'contacto' },
      query: { plan: ['starter', 'company', 'enterprise'], sent: ['1'] },
      card: 'contact',
    },
  },
};

/** The specification's pages in a language, with a navigation whose labels are the pages' names. */
export function specifiedRoutesIn(language: Language): LanguageRoutes {
  const links = (...pages: readonly PlainPageName[]) => pages.map((page) => ({ page, label: page }));
  return {
    ...specifiedRoutes,
    language,
    menu: links('services', 'pricing', 'team', 'blog'),
    footer: {
      legal: links('privacy', 'legal'),
      company: [...links('team'), 'careers', ...links('contact', 'blog')],
    },
  };
}
