import { filePolicy } from '@site/server/releaseFiles.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { feedType } from '@site/shared/routes/siteFiles.ts';
import type { RouteTable } from '@site/shared/routes/table.ts';

/** An exported page. */
export interface ExportedPage {
  readonly path: string;
  /** The security headers of its response. */
  readonly headers: Readonly<Record<string, string>>;
}

const rule = (path: string, headers: Readonly<Record<string, string>>): string =>
  [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n');

/** For a file that is opened directly. Hosts send this policy in addition to the pages', and browsers enforce both. */
const alone = { 'content-security-policy': filePolicy };

/**
 * `_headers` for Netlify, Cloudflare Pages and others. One rule for all pages, because 404 pages don't have their own address.
 *
 * @param publicFiles addresses of the icons and the like
 * @param feeds addresses of the feeds
 */
export function headersFile(
  pages: readonly ExportedPage[],
  publicFiles: readonly string[],
  feeds: readonly string[],
): string {
  const policy = mergePolicies(pages.map(({ headers }) => headers['content-security-policy'] ?? ''));
  const rules = [
    rule('/*', { ...pages[0]?.headers, 'content-security-policy': policy }),
    rule('/assets/*', {
      ...alone,
      'cache-control': 'public, max-age=31536000, immutable',
      // Any host may load remotes.
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    }),
    // Social networks show cards on their own pages, and feed readers icons.
    ...['/cards/*', ...publicFiles.filter((path) => !path.startsWith('/cards/'))].map((path) =>
      rule(path, {
        ...alone,
        'cache-control': 'public, max-age=86400',
        'cross-origin-resource-policy': 'cross-origin',
      }),
    ),
    ...feeds.map((path) => rule(path, { ...alone, 'content-type': feedType })),
  ];
  return `${rules.join('\n\n')}\n`;
}

/**
 * `_redirects` for the same hosts: removes trailing slashes, leads from old addresses to present ones, and gives each language
 * its 404 page.
 */
export function redirectsFile(pages: readonly ExportedPage[], table: RouteTable): string {
  const lines = [
    ...movedLines(table),
    ...pages.filter(({ path }) => path !== '/').map(({ path }) => `${path}/ ${path} 301`),
    ...languages.map((language) => `/${language}/* /${language}/404.html 404`),
    '/* /404.html 404',
  ];
  return `${lines.join('\n')}\n`;
}

/** The hosts' patterns have the form of ours. A rule goes before a file, so that old paths must not match pages. */
const movedLines = ({ pages }: RouteTable): readonly string[] =>
  Object.values(pages).flatMap(({ paths, was = {} }) =>
    languages.flatMap((language) =>
      (was[language] ?? []).map(
        (path) => `/${language}/${path} /${language}${paths[language] && `/${paths[language]}`} 301`,
      ),
    ),
  );

/**
 * Merges the Content-Security-Policies of all pages into one that allows what any of them needs. A rule per page would not
 * work: hosts send the headers of every rule that matches, and browsers enforce every policy that they get.
 */
export function mergePolicies(policies: readonly string[]): string {
  const sources = new Map<string, Set<string>>();
  for (const part of policies.flatMap((policy) => policy.split('; '))) {
    const [directive = '', ...values] = part.split(' ');
    sources.set(directive, new Set([...(sources.get(directive) ?? []), ...values]));
  }
  return [...sources].map(([directive, values]) => [directive, ...values].join(' ')).join('; ');
}
