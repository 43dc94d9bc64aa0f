import type { FastifyInstance } from 'fastify';
import type { ReleaseSource } from '../releases/ReleaseSource.ts';
import { sendReleaseFile } from './sendReleaseFile.ts';

const folder = 'public';
const day = 24 * 60 * 60;
const caching = `public, max-age=${day}`;

/** Serves the live shell's files that have fixed addresses: icons, web manifests, cards. Other requests go on to their routes. */
export function publicFiles(server: FastifyInstance, releases: ReleaseSource): void {
  server.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return;
    const release = releases.current().shell;
    const file = (request.url.split('?')[0] ?? '').slice(1);
    if (!Object.hasOwn(release.manifest.files, `${folder}/${file}`)) return;
    // Networks and readers show cards and icons in pages of their own.
    reply.header('cross-origin-resource-policy', 'cross-origin');
    return sendReleaseFile(request, reply, { release, folder, file, caching });
  });
}
