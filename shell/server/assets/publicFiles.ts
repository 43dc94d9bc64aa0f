import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { ReleaseSource } from '../releases/ReleaseSource.ts';

const folder = 'public';
const day = 24 * 60 * 60 * 1000;

/** Serves the live shell's files that have fixed addresses: icons, web manifests, cards. Other requests go on to their routes. */
export function publicFiles(server: FastifyInstance, releases: ReleaseSource): void {
  server.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return;
    const { manifest, folder: release } = releases.current().shell;
    const path = request.url.split('?')[0] ?? '';
    if (!Object.hasOwn(manifest.files, folder + path)) return;
    // Networks and readers show cards and icons in pages of their own.
    reply.header('cross-origin-resource-policy', 'cross-origin');
    return reply.sendFile(path, join(release, folder), { maxAge: day, immutable: false });
  });
}
