import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const folder = join(import.meta.dirname, '../../public');
const day = 24 * 60 * 60 * 1000;

/** Serves the files that browsers look for at fixed addresses of the root, such as the icon. */
export function publicRoutes(server: FastifyInstance): void {
  for (const name of readdirSync(folder)) {
    server.get(`/${name}`, async (_request, reply) => reply.sendFile(name, folder, { maxAge: day, immutable: false }));
  }
}
