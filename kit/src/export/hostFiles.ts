import { languages } from '@site/shared/i18n/languages.ts';
import { feedPath, feedType } from '@site/shared/routes/siteFiles.ts';
import { mergePolicies } from './mergePolicies.ts';

/** A page as it was exported. */
export interface ExportedPage {
  readonly path: string;
  /** The headers of its answer that are about security. */
  readonly headers: Readonly<Record<string, string>>;
}

const rule = (path: string, headers: Readonly<Record<string, string>>): string =>
  [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n');

/** Every export has this file. */
export const headersFileName = '_headers';

/** `_headers`, as Netlify, Cloudflare Pages and others read it: the same for everything, as 404 pages have no address of their own. */
export function headersFile(pages: readonly ExportedPage[]): string {
  const policy = mergePolicies(pages.map(({ headers }) => headers['content-security-policy'] ?? ''));
  const rules = [
    rule('/*', { ...pages[0]?.headers, 'content-security-policy': policy }),
    rule('/assets/*', { 'cache-control': 'public, max-age=31536000, immutable' }),
    // Networks show cards in pages of their own.
    rule('/cards/*', { 'cross-origin-resource-policy': 'cross-origin' }),
    ...languages.map((language) => rule(feedPath(language), { 'content-type': feedType })),
  ];
  return `${rules.join('\n\n')}\n`;
}

/** `_redirects`, for the same hosts: addresses with a slash too many, and the 404 page of each language. */
export function redirectsFile(pages: readonly ExportedPage[]): string {
  const lines = [
    ...pages.filter(({ path }) => path !== '/').map(({ path }) => `${path}/ ${path} 301`),
    ...languages.map((language) => `/${language}/* /${language}/404.html 404`),
    '/* /404.html 404',
  ];
  return `${lines.join('\n')}\n`;
}
