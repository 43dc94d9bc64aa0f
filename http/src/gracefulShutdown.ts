import type { ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { limits } from './limits.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Accepts no new connections, answers every request of the open ones, and closes each after its last response. Call it
     * before `close()`, after which Fastify refuses all requests, including those that it makes itself with `inject`.
     */
    drain(): Promise<void>;
  }
}

interface Connection {
  /** The response to the connection's latest request. Responses are sent in order: after this one the connection is idle. */
  latest?: ServerResponse;
  /** When it was opened, or its latest response was sent, by `performance.now()`. */
  idleSince: number;
}

/** How often to look for idle connections while draining, in milliseconds. */
const pollInterval = 25;

/**
 * Adds `drain()`, which shuts a server down without losing a request. Node's own `close()` ends idle connections at once,
 * though a request may be on its way, and waits long for connections that never carried one, which browsers open in advance.
 */
export function gracefulShutdown(server: FastifyInstance): void {
  const connections = new Map<Socket, Connection>();
  let accepted = 0;
  /** Whether the port is closed: a client that opens another connection finds the next server. */
  let isClosed = false;
  let drained: Promise<void> | undefined;

  server.server.on('connection', (socket) => {
    accepted += 1;
    connections.set(socket, { idleSince: performance.now() });
    socket.once('close', () => connections.delete(socket));
  });
  server.server.prependListener('request', ({ socket }, response) => {
    const connection = connections.get(socket);
    if (!connection) return;
    connection.latest = response;
    if (isClosed) response.shouldKeepAlive = false;
    response.once('close', () => {
      connection.idleSince = performance.now();
    });
  });

  /** Waits for a turn of the event loop without new connections: those still in the queue are reset when the port closes. */
  const emptyQueue = async () => {
    const end = performance.now() + limits.idleBeforeClose;
    let before: number;
    do {
      before = accepted;
      await nextTurn();
    } while (accepted > before && performance.now() < end);
  };
  /** Runs after pending input is read: on a busy machine a request may have been waiting for that. */
  const closeIdle = () => {
    const deadline = performance.now() - limits.idleBeforeClose;
    for (const [socket, { latest, idleSince }] of connections) {
      if ((latest?.closed ?? true) && idleSince < deadline) socket.destroySoon();
    }
  };
  const drain = async () => {
    await nextTurn();
    await emptyQueue();
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    isClosed = true;
    // Not http's own close(), which ends idle connections.
    Server.prototype.close.call(server.server, () => resolve());
    for (const { latest } of connections.values()) if (latest) latest.shouldKeepAlive = false;
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
