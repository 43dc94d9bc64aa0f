import { cachedPages, type Kind, pages, request, roots } from './Attack.ts';

const climbs = [
  '../',
  '..%2f',
  '%2e%2e/',
  '%2e%2e%2f',
  '..%5c',
  '..\\',
  '%252e%252e%252f',
  '%c0%ae%c0%ae/',
  '..;/',
  '.%00./',
] as const;

const targets = [
  'etc/passwd',
  'package.json',
  'current.json',
  'release.json',
  'server/remote.cjs',
  '.env',
  'site.sqlite',
  '',
] as const;

/** Path traversal. */
export const climb: Kind = (random) => {
  const steps = random.pick(climbs).repeat(1 + random.below(8));
  return request({ path: random.pick(roots) + steps + random.pick(targets), method: random.pick(['GET', 'HEAD']) });
};

const oddCharacters = [
  '%',
  '%zz',
  '%00',
  '%0d%0aset-cookie:a=b',
  '%ff%fe',
  '//',
  '\\',
  ';',
  '|',
  '<script>',
  "'",
  '"',
  '\u00e9',
  '%E0%A4%A',
  '{{7*7}}',
  '$' + '{7}',
] as const;

/** Unusual characters in the path. */
export const oddPath: Kind = (random) => {
  const odd = Array.from({ length: 1 + random.below(4) }, () => random.pick(oddCharacters)).join('');
  return request({ path: random.pick(roots) + odd + random.pick(['', '/', '/en', `?${odd}`]) });
};

const previewed = [
  'blog@../../x',
  'blog@http://evil.example',
  'shell@1',
  '__proto__@1',
  'constructor@x',
  '@',
  'blog@%2e%2e%2f',
  'blog',
  '%00@%00',
  'blog@1@2',
] as const;
const parameters = [
  'preview=',
  'boundaries',
  '__proto__[x]=1',
  'constructor.prototype.x=1',
  'sent=1',
  'lang=fr',
  'callback=alert',
  'utm_source=x',
  'page=<svg/onload=1>',
] as const;

/** Queries with invalid previews, or names of prototypes. */
export const oddQuery: Kind = (random) => {
  const query = random
    .some(parameters, 0.4)
    .map((name) => (name === 'preview=' ? name + random.pick(previewed) : name));
  const long = random.next() < 0.05 ? `&x=${'y'.repeat(random.below(8_000))}` : '';
  return request({ path: `${random.pick(pages)}?${query.join('&')}${long}` });
};

const methods = [
  'HEAD',
  'OPTIONS',
  'PUT',
  'DELETE',
  'PATCH',
  'TRACE',
  'PROPFIND',
  'PURGE',
  'SEARCH',
  'LOCK',
  'POST',
] as const;

const methodPaths = [
  ...cachedPages,
  '/',
  '/assets/shell/x.js',
  '/robots.txt',
  '/sitemap.xml',
  '/api/v1/contact',
  '/api/v1/xsrf',
  '/api/v1/blog/en',
  '*',
  'http://evil.example/en',
] as const;

/** Methods that the path doesn't support. */
export const oddMethod: Kind = (random) =>
  request({
    method: random.pick(methods),
    path: random.pick(methodPaths),
    ...(random.next() < 0.3 && { body: 'x=1' }),
  });
