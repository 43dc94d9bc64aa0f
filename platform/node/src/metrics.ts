import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import packageJson from '../package.json' with { type: 'json' };
import { isSameToken } from './csrf.ts';

/** The path that Prometheus scrapes. */
export const metricsPath = '/metrics';

/**
 * Serves metrics to requests with `Authorization: Bearer TOKEN`. Without a token there is no such route. The client's
 * address would prove nothing: behind a proxy on the same machine, every visitor has the machine's address.
 */
export function metricsRoute(
  server: FastifyInstance,
  registry: Pick<Registry, 'contentType' | 'metrics'>,
  token: string | undefined,
): void {
  if (!token) return;
  server.get(metricsPath, async ({ headers }, reply) => {
    reply.header('cache-control', 'no-store');
    if (!isSameToken(headers.authorization, `Bearer ${token}`))
      return await reply.code(401).header('www-authenticate', 'Bearer').type('text/plain').send('A token is needed.');
    return await reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** Adds the metrics of the process itself: processor, memory, event loop, and version. */
export function measureProcess(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'site_build_info',
    help: 'Always 1; the labels say which version of the program runs, from which commit, on which Node',
    labelNames: ['version', 'commit', 'node'],
    registers: [registry],
  }).set({ version: packageJson.version, commit: checkedOutCommit(), node: process.version }, 1);
}

/** The commit of the checkout that this program was started from; empty if there is none. */
function checkedOutCommit(): string {
  try {
    const head = readGit('HEAD');
    return head.startsWith('ref: ') ? readGit(head.slice('ref: '.length)) : head;
  } catch {
    return '';
  }
}

const readGit = (file: string): string =>
  readFileSync(new URL(`../../../.git/${file}`, import.meta.url), 'utf8').trim();
