import type { DeclaredPage, ReleaseManifest } from '@site/shared/contract/release.ts';

/** A page of the table that there was before remotes declared theirs: its paths in English, French and Spanish. */
type EarlierPage = Pick<DeclaredPage, 'name' | 'query' | 'form' | 'closing' | 'isListed'> & {
  readonly remote: string;
  readonly module: string;
  readonly paths: readonly [en: string, fr: string, es: string];
};

const marketing = (name: string, ...paths: EarlierPage['paths']): EarlierPage => ({
  remote: 'marketing',
  name,
  module: `./${name}`,
  paths,
});

const earlierPages: readonly EarlierPage[] = [
  marketing('home', '', '', ''),
  marketing('services', 'services', 'services', 'servicios'),
  marketing('pricing', 'pricing', 'prix', 'precios'),
  marketing('team', 'team', 'equipe', 'equipo'),
  { ...marketing('privacy', 'privacy-policy', 'politique-confidentialite', 'policia-privacidad'), closing: 'strip' },
  { ...marketing('legal', 'legal', 'condition-utilisation', 'terminos'), closing: 'strip' },
  { ...marketing('company', 'company', 'societe', 'empresa'), closing: 'strip', isListed: false },
  { remote: 'blog', name: 'blog', module: './list', paths: ['blog', 'blog', 'blog'] },
  {
    remote: 'blog',
    name: 'article',
    module: './redirect',
    closing: 'strip',
    query: { stay: [''] },
    paths: ['blog/:slug', 'blog/:slug', 'blog/:slug'],
  },
  {
    remote: 'contact',
    name: 'contact',
    module: './contact',
    closing: 'strip',
    query: { sent: ['1'] },
    form: 'contact',
    paths: ['contact', 'contact', 'contacto'],
  },
];

/** Releases of then say nothing of their titles; a shell of then has them. */
const words = { title: '' };

/**
 * The pages of a release from before remotes declared them, so that one can be live, or go back to being it. They have no place in
 * the navigation, for which they bring no words.
 */
export const pagesOfBefore = ({ name, modules }: ReleaseManifest): readonly DeclaredPage[] =>
  earlierPages
    .filter(({ remote, module }) => remote === name && Object.hasOwn(modules, module))
    .map(({ remote: _, paths: [en, fr, es], ...page }) => ({
      ...page,
      paths: { en, fr, es },
      words: { en: words, fr: words, es: words },
    }));
