import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Ends every connection with the server: at once when no request is running on it, else after the answer. By itself
 * Node takes connections that never carried a request for busy, and keeps those alive whose answer comes after the
 * close; browsers have both, and the server would wait a minute for them.
 */
export function endConnectionsOnClose(server: FastifyInstance): void {
  const running = new Map<Socket, number>();
  let isClosing = false;

  const count = (socket: Socket, change: number) => {
    const requests = (running.get(socket) ?? 0) + change;
    running.set(socket, requests);
    if (isClosing && requests === 0) socket.destroySoon();
  };

  server.server.on('connection', (socket) => {
    running.set(socket, 0);
    socket.once('close', () => running.delete(socket));
  });
  server.server.on('request', ({ socket }, response) => {
    count(socket, 1);
    response.once('close', () => running.has(socket) && count(socket, -1));
  });
  server.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of running.keys()) count(socket, 0);
  });
}
