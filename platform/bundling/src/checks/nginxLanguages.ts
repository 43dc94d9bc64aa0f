import { fallbackLanguage, languages } from '@site/shared/i18n/languages.ts';

/** The pages that nginx shows on its own, in each language. */
export const outages = ['page', 'form', 'crowd', 'crowdedForm'] as const;

/** nginx's configuration, where a site keeps it in its repository. */
export const nginxFile = 'docs/deploy/nginx.conf';

const asked = /(?<=map \$http_accept_language \$site_asked_language \{\n)[^}]*/;
const inAddresses = /(?<=\(\?<site_code>)[^)]*/;

/**
 * nginx's configuration with the site's languages: it detects them in addresses and in `Accept-Language`, for the page that it shows
 * when no server answers.
 */
export function withLanguages(configuration: string): string {
  const others = languages.filter((language) => language !== fallbackLanguage);
  const lines = [...others.map((language) => `"~*^${language}" ${language};`), `default ${fallbackLanguage};`];
  return configuration
    .replace(asked, lines.map((line) => `    ${line}\n`).join(''))
    .replace(inAddresses, languages.join('|'));
}
