import { limits } from '@site/node/limits.ts';
import type { FastifyInstance } from 'fastify';
import { servedFiles } from '../releaseFiles.ts';

/** What needs no decoding, and means the same to every router. */
const plainPath = /^\/[\w.~-][\w.~/-]*$/;

/**
 * Tells which paths certainly lead to the site's pages, whether or not there is one: those of no other route, and of no
 * file. Call it before routes are added.
 */
export function pagePaths(server: FastifyInstance): (path: string) => boolean {
  const routes = new Set<string>();
  const beginnings = new Set<string>();
  server.addHook('onRoute', ({ url }) => {
    if (url === '/*') return;
    if (/[:*]/.test(url)) beginnings.add(beginningOf(url));
    else routes.add(url);
  });
  return (path) =>
    path.length <= limits.pages.path &&
    plainPath.test(path) &&
    !routes.has(path) &&
    !beginnings.has(beginningOf(path)) &&
    !servedFiles.test(path);
}

const beginningOf = (path: string): string => path.split('/', 2)[1] ?? '';
