import { OperatorError } from '@site/shared/contract/OperatorError.ts';

/** A rule of `_headers`: what the answers of an address, or of all that begin with it (`/cards/*`), have. */
interface Rule {
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** Files of an export that are for its host, not for visitors. */
const ofHost = String.raw`location ~ ^/(?:_headers|_redirects|_nginx\.conf|\.export\.json)$ { return 404; }`;

/** What nginx's list of types lacks. */
const typesByEnding: Readonly<Record<string, string>> = { webmanifest: 'application/manifest+json' };

/**
 * `_nginx.conf`: the same rules as `_headers` and `_redirects`, for a `server` block of nginx, which reads neither. It changes
 * with the pages: their policy names their scripts.
 */
export function nginxFile(headers: string, redirects: string): string {
  const [everything, ...others] = headers.trim().split('\n\n').map(parseRule);
  const inAll = everything?.headers ?? [];
  const moved = redirects.trim().split('\n').map(parseRedirect);
  const missing = moved.filter(({ status }) => status === '404');
  return `${[
    '# Written by “site export”: include it in a server block, and reload nginx after each export.',
    ofHost,
    ...longValues([everything, ...others]),
    ...others.map(({ path, headers: own }) =>
      location(place(path), [...addHeaders([...inAll, ...own]), ...typeOf(path, own), 'try_files $uri =404;']),
    ),
    ...moved
      .filter(({ status }) => status !== '404')
      .map(({ from, to, status }) => location(address(from), [`return ${status} ${quoted(to).replaceAll(':', '$')};`])),
    ...missing.map(({ from, to }) =>
      location(from.slice(0, -1), [
        ...addHeaders(inAll),
        `error_page 404 ${quoted(to)};`,
        'try_files $uri $uri/index.html =404;',
      ]),
    ),
  ].join('\n')}\n`;
}

function parseRule(text: string): Rule {
  const [path = '', ...lines] = text.split('\n');
  return { path, headers: lines.map(parseHeader) };
}

function parseHeader(line: string): readonly [name: string, value: string] {
  const end = line.indexOf(':');
  return [line.slice(0, end).trim(), line.slice(end + 1).trim()];
}

function parseRedirect(line: string): { readonly from: string; readonly to: string; readonly status: string } {
  const [from = '', to = '', status = ''] = line.split(' ');
  return { from, to, status };
}

const location = (where: string, lines: readonly string[]): string => `location ${where} {\n  ${lines.join('\n  ')}\n}`;

const place = (path: string): string =>
  path.endsWith('*') ? `^~ ${quoted(path.slice(0, -1))}` : `= ${quoted(decodeURI(path))}`;

/** A moved address, perhaps with parameters (`/en/:slug`). nginx compares decoded addresses. */
function address(path: string): string {
  const decoded = quoted(decodeURI(path));
  if (!path.includes(':')) return `= ${decoded}`;
  const pattern = decoded.replace(/[.*+?^{}()|[\]]/g, String.raw`\$&`).replace(/:(\w+)/g, '(?<$1>[^/]+)');
  return `~ ${pattern.replace(/^"(.*)"$/, '"^$1$"')}`;
}

const addHeaders = (headers: Rule['headers']): readonly string[] =>
  headers
    .filter(([name]) => name !== 'content-type')
    .map(([name, value]) => `add_header ${name} ${headerValue(name, value)} always;`);

function typeOf(path: string, headers: Rule['headers']): readonly string[] {
  const type = headers.find(([name]) => name === 'content-type')?.[1] ?? typesByEnding[path.split('.').at(-1) ?? ''];
  return type === undefined ? [] : ['types {}', `default_type ${quoted(type)};`];
}

/** How many characters a text has at most: nginx takes 4,096 bytes, and a policy may name more scripts and styles than that. */
const textSize = 2_000;

const parts = (text: string): readonly string[] => text.match(new RegExp(`.{1,${textSize}}`, 'gsu')) ?? [''];

/** The name of a variable with a part of a header: the longest are the policies, of which there are few. */
const variable = (name: string, part: number): string => `site_${name.replaceAll('-', '_')}_${part}`;

/** Variables for the parts of values that are too long. */
function longValues(rules: readonly (Rule | undefined)[]): readonly string[] {
  const long = new Map(rules.flatMap((rule) => (rule?.headers ?? []).filter(([, { length }]) => length > textSize)));
  return [...long].flatMap(([name, value]) =>
    parts(value).map((text, index) => `set $${variable(name, index)} ${quoted(text)};`),
  );
}

/** The value of a header: each is too long in one rule at most, that of the pages. */
const headerValue = (name: string, value: string): string =>
  value.length <= textSize
    ? quoted(value)
    : `"${parts(value)
        .map((_, index) => `$${variable(name, index)}`)
        .join('')}"`;

/** A text for nginx. Remotes choose addresses: they must not write directives. */
function quoted(text: string): string {
  if (!/["\\$\p{C}]/u.test(text)) return `"${text}"`;
  throw new OperatorError('SITE-EXPORT', `${JSON.stringify(text)} can’t be in nginx’s configuration.`);
}
