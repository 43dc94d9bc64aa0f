import type { ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { limits } from '../limits.ts';

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

/** How often to look for connections that are idle, and how short a turn of the event loop is with nothing to do, in milliseconds. */
const times = { look: 25, idleTurn: 0.5 };

/**
 * Lets a server end without losing a request. By itself Node ends idle connections at once, though a request may be on
 * its way there, and waits long for those that never carried one; browsers have such connections.
 */
export function drainable(server: FastifyInstance): void {
  const connections = new Map<Socket, Connection>();
  let drained: Promise<void> | undefined;

  server.server.on('connection', (socket) => {
    connections.set(socket, { idleSince: performance.now() });
    socket.once('close', () => connections.delete(socket));
  });
  server.server.prependListener('request', ({ socket }, response) => {
    const connection = connections.get(socket);
    if (!connection) return;
    connection.latest = response;
    if (drained) response.shouldKeepAlive = false;
    response.once('close', () => {
      connection.idleSince = performance.now();
    });
  });

  const endIdle = () => {
    const longAgo = performance.now() - limits.lastRequest;
    for (const [socket, { latest, idleSince }] of connections) {
      if ((latest?.closed ?? true) && idleSince < longAgo) socket.destroySoon();
    }
  };
  const drain = async () => {
    await idleTurn();
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    // Not http's own close(), which ends idle connections.
    Server.prototype.close.call(server.server, () => resolve());
    for (const { latest } of connections.values()) if (latest) latest.shouldKeepAlive = false;
    endIdle();
    const timer = setInterval(endIdle, times.look);
    await closed;
    clearInterval(timer);
  };
  server.decorate('drain', () => {
    drained ??= drain();
    return drained;
  });
  server.addHook('preClose', () => server.drain());
}

/**
 * Ends after a turn of the event loop in which there was nothing to do, or when none comes. Then the system has no
 * connections that the process has not taken yet: it would reset those when the port is closed.
 */
async function idleTurn(): Promise<void> {
  const end = performance.now() + limits.lastRequest;
  let begun: number;
  await nextTurn();
  do {
    begun = performance.now();
    await nextTurn();
  } while (performance.now() - begun > times.idleTurn && performance.now() < end);
}
