import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { ReleaseSource } from '../releases/ReleaseSource.ts';
import { sendReleaseFile } from './sendReleaseFile.ts';

const year = 365 * 24 * 60 * 60;
const caching = `public, max-age=${year}, immutable`;

/** Serves the browser files of the releases, and nothing that a release doesn't list. */
export async function assetRoutes(server: FastifyInstance, releases: ReleaseSource): Promise<void> {
  await server.register(staticFiles, { root: import.meta.dirname, serve: false, preCompressed: true });
  server.get('/assets/*', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const found = await releases.asset(path);
    if (!found) return reply.code(404).type('text/plain').send('SITE-ASSET There is no such file.');
    // Remotes may be asked from another origin, and integrity needs an answer that says so.
    reply.header('access-control-allow-origin', '*');
    return sendReleaseFile(request, reply, { ...found, folder: 'web', caching });
  });
}
