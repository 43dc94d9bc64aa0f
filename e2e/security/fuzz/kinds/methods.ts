import { type Kind, request } from '../Attack.ts';
import { cachedPages } from '../places.ts';

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

/** Uses a method where it means nothing. */
export const oddMethod: Kind = (random) =>
  request({
    method: random.pick(methods),
    path: random.pick(methodPaths),
    ...(random.next() < 0.3 && { body: 'x=1' }),
  });
