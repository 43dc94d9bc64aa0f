import type { Language } from '../i18n/languages.ts';

/** One page of the site: its path in each language, and the remote that exposes it. */
export interface PageRoute {
  /** Path below the language prefix in each language; `:name` is a parameter. */
  readonly paths: Readonly<Record<Language, string>>;
  /** The remote that exposes the page. */
  readonly remote: string;
  /** The exposed module of that remote. */
  readonly module: `./${string}`;
  /**
   * Query parameters that the page reads, with their possible values. Others stay in the address bar: they reach neither the
   * page nor a cache, so that nobody can fill caches with copies of a page.
   */
  readonly query?: Readonly<Record<string, readonly string[]>>;
  /** The form that the page has, which the site server takes from browsers without JavaScript. Other pages take none. */
  readonly form?: 'contact';
  /** The end of the page: the invitation to write, or the plain evening strip. */
  readonly closing: 'invitation' | 'strip';
}

/** The same path in every language. */
const everywhere = (path: string): PageRoute['paths'] => ({ en: path, fr: path, es: path });

/** Every page of the site. The router, links, sitemap and alternates all read this table. */
export const pages = {
  home: { remote: 'marketing', module: './home', closing: 'invitation', paths: everywhere('') },
  services: {
    remote: 'marketing',
    module: './services',
    closing: 'invitation',
    paths: { en: 'services', fr: 'services', es: 'servicios' },
  },
  pricing: {
    remote: 'marketing',
    module: './pricing',
    closing: 'invitation',
    paths: { en: 'pricing', fr: 'prix', es: 'precios' },
  },
  team: {
    remote: 'marketing',
    module: './team',
    closing: 'invitation',
    paths: { en: 'team', fr: 'equipe', es: 'equipo' },
  },
  privacy: {
    remote: 'marketing',
    module: './privacy',
    closing: 'strip',
    paths: { en: 'privacy-policy', fr: 'politique-confidentialite', es: 'policia-privacidad' },
  },
  legal: {
    remote: 'marketing',
    module: './legal',
    closing: 'strip',
    paths: { en: 'legal', fr: 'condition-utilisation', es: 'terminos' },
  },
  company: {
    remote: 'marketing',
    module: './company',
    closing: 'strip',
    paths: { en: 'company', fr: 'societe', es: 'empresa' },
  },
  blog: { remote: 'blog', module: './list', closing: 'invitation', paths: everywhere('blog') },
  article: {
    remote: 'blog',
    module: './redirect',
    closing: 'strip',
    query: { stay: [''] },
    paths: everywhere('blog/:slug'),
  },
  contact: {
    remote: 'contact',
    module: './contact',
    closing: 'strip',
    query: { sent: ['1'] },
    form: 'contact',
    paths: { en: 'contact', fr: 'contact', es: 'contacto' },
  },
} as const satisfies Record<string, PageRoute>;

/** The name of a page in the route table. */
export type PageName = keyof typeof pages;

/** Every page name, in the order of the table. */
export const pageNames = Object.keys(pages) as PageName[];

/** Every remote that exposes pages. */
export const remoteNames: readonly string[] = [...new Set(pageNames.map((name) => pages[name].remote))];
