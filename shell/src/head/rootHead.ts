import { fallbackLanguage } from '@site/shared/i18n/languages.ts';
import { cardTags } from './cardTags.ts';
import { type Head, link, named } from './head.ts';
import { versionTags } from './versionTags.ts';

/** The head of the page at `/`, which asks for the language: for search engines it is the home page for everybody else. */
export function rootHead(title: string, description: string, origin: string): Head {
  const url = `${origin}/`;
  const card = { title, description, shortDescription: description, language: fallbackLanguage, url } as const;
  return {
    title,
    name: title,
    tags: [
      named('description', description),
      link('canonical', url),
      ...versionTags('home', origin),
      ...cardTags({ ...card, picture: 'home', type: 'website' }, origin),
    ],
  };
}
