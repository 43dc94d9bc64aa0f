import type { ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { limits } from './limits.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Lets nobody new in, answers every request that has come over a connection, and ends each connection with its last
     * answer. Call it before `close()`: from then on Fastify refuses what it is asked, also by the pages that it renders.
     */
    drain(): Promise<void>;
  }
}

interface Connection {
  /** Answers leave a connection in the order of their requests: after this one it is idle. */
  latest?: ServerResponse;
  /** When it was opened, or its last answer was sent, by `performance.now()`. */
  idleSince: number;
}

/** How often to look for connections that are idle, in milliseconds. */
const look = 25;

/**
 * Lets a server end without losing a request. By itself Node ends idle connections at once, though a request may be on
 * its way there, and waits long for those that never carried one; browsers have such connections.
 */
export function gracefulShutdown(server: FastifyInstance): void {
  const connections = new Map<Socket, Connection>();
  let drained: Promise<void> | undefined;
  /** Whether the port is closed: who comes back over another connection finds the next server. */
  let isClosed = false;
  /** How many connections were taken. */
  let taken = 0;

  server.server.on('connection', (socket) => {
    taken += 1;
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

  /** Waits for a turn of the event loop in which nobody came: who waits to be let in when the port is closed would be reset. */
  const nobodyComes = async () => {
    const end = performance.now() + limits.lastRequest;
    let before: number;
    do {
      before = taken;
      await nextTurn();
    } while (taken > before && performance.now() < end);
  };
  /** To be called when what has come is read: on a busy machine a request may have waited for that. */
  const endIdle = () => {
    const longAgo = performance.now() - limits.lastRequest;
    for (const [socket, { latest, idleSince }] of connections) {
      if ((latest?.closed ?? true) && idleSince < longAgo) socket.destroySoon();
    }
  };
  const drain = async () => {
    await nextTurn();
    await nobodyComes();
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    isClosed = true;
    // Not http's own close(), which ends idle connections.
    Server.prototype.close.call(server.server, () => resolve());
    for (const { latest } of connections.values()) if (latest) latest.shouldKeepAlive = false;
    const timer = setInterval(() => setImmediate(endIdle), look);
    await closed;
    clearInterval(timer);
  };
  server.decorate('drain', () => {
    drained ??= drain();
    return drained;
  });
  server.addHook('preClose', () => server.drain());
}
