import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, type Registry } from 'prom-client';
import { limits } from './limits.ts';
import type { OpenConnections } from './openConnections.ts';

/**
 * Limits how many connections are open, so that the process keeps descriptors for its rendering processes, its database and
 * its files. When there are many, those that have been idle longest make room for new ones. When all are busy, new ones are
 * refused.
 *
 * @param most the maximum number of open connections
 */
export function limitConnections(
  server: FastifyInstance,
  connections: OpenConnections,
  registry: Registry,
  most = maxConnections(descriptorLimit()),
): void {
  const count = measureConnections(connections, registry, most);
  let loggedAt = Number.NEGATIVE_INFINITY;
  const closed = (reason: ClosedReason) => {
    count.inc({ reason });
    if (performance.now() - loggedAt < limits.connections.logInterval) return;
    loggedAt = performance.now();
    server.log.warn(
      `SITE-CONNECTIONS The server has ${connections.size} of the ${most} connections that its descriptors allow. Idle ones are closed for new ones, which are refused when all are busy.`,
    );
  };
  let isScheduled = false;
  /** Closes idle connections until there is room again. */
  const makeRoom = () => {
    let excess = connections.size - Math.floor(most * limits.connections.crowded);
    for (const { socket, since } of connections.idle()) {
      // A request may be on its way over a connection that was just opened or answered.
      if (excess <= 0 || performance.now() - since < limits.idleBeforeClose) break;
      connections.close(socket);
      closed('idle');
      excess -= 1;
    }
    if (excess <= 0 || isScheduled) return;
    isScheduled = true;
    setTimeout(() => {
      isScheduled = false;
      makeRoom();
    }, limits.idleBeforeClose).unref();
  };
  /** In a burst of connections, the next one may be a visitor's: closes the oldest one that has sent nothing. */
  const keepOneFree = (latest: Socket) => {
    if (connections.size < most) return;
    for (const socket of connections.unused()) {
      if (socket === latest) continue;
      connections.close(socket);
      return closed('idle');
    }
  };
  server.server.maxConnections = most;
  server.server.on('connection', (socket) => {
    makeRoom();
    keepOneFree(socket);
  });
  server.server.on('drop', () => {
    closed('refused');
    makeRoom();
  });
}

/** Why a connection was closed: it was idle when a new one needed room, or there was no room for it. */
type ClosedReason = 'idle' | 'refused';

function measureConnections(connections: OpenConnections, registry: Registry, most: number): Counter<'reason'> {
  new Gauge({
    name: 'site_connections',
    help: 'Open connections',
    registers: [registry],
    collect() {
      this.set(connections.size);
    },
  });
  new Gauge({ name: 'site_connections_max', help: 'How many connections may be open', registers: [registry] }).set(
    most,
  );
  const closed = new Counter({
    name: 'site_connections_closed_total',
    help: 'Connections closed for lack of room: idle ones, and new ones that were refused',
    labelNames: ['reason'],
    registers: [registry],
  });
  for (const reason of ['idle', 'refused'] as const) closed.inc({ reason }, 0);
  return closed;
}

/** How many connections a process with this number of descriptors may have. */
export function maxConnections(descriptors: number): number {
  const { most, least, descriptors: perConnection, reservedDescriptors } = limits.connections;
  return Math.max(least, Math.min(most, Math.floor((descriptors - reservedDescriptors) / perConnection)));
}

/** How many descriptors this process may have. Known only on Linux. */
function descriptorLimit(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(soft ?? limits.connections.assumedDescriptors);
  } catch {
    return limits.connections.assumedDescriptors;
  }
}
