import { Server } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { limits } from './limits.ts';
import type { OpenConnections } from './openConnections.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Stops accepting connections, answers every request of the open ones, and closes each after its last response. Call it
     * before `close()`, after which Fastify refuses all requests, including those that it makes itself with `inject`.
     */
    drain(): Promise<void>;
  }
}

/** How often to look for idle connections while draining, in milliseconds. */
const pollInterval = 25;

/**
 * Adds `drain()`, which shuts a server down without losing a request. Node's own `close()` ends idle connections at once,
 * although a request may be on its way, and waits long for unused connections, which browsers open in advance.
 */
export function gracefulShutdown(server: FastifyInstance, connections: OpenConnections): void {
  let drained: Promise<void> | undefined;

  /** Waits for a turn of the event loop without new connections: those in the queue would be reset when the port closes. */
  const emptyQueue = async () => {
    const end = performance.now() + limits.idleBeforeClose;
    let before: number;
    do {
      before = connections.accepted;
      await nextTurn();
    } while (connections.accepted > before && performance.now() < end);
  };
  /** Runs after pending input has been read: on a busy machine, it may contain a request. */
  const closeIdle = () => {
    const deadline = performance.now() - limits.idleBeforeClose;
    for (const { socket, since } of connections.idle()) if (since < deadline) socket.destroySoon();
  };
  const drain = async () => {
    await nextTurn();
    await emptyQueue();
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    // A client that opens another connection finds the next server.
    connections.closeAfterResponse();
    // Not http's own close(), which ends idle connections.
    Server.prototype.close.call(server.server, () => resolve());
    const timer = setInterval(() => setImmediate(closeIdle), pollInterval);
    await closed;
    clearInterval(timer);
  };
  server.decorate('drain', () => {
    drained ??= drain();
    return drained;
  });
  server.addHook('preClose', () => server.drain());
}
