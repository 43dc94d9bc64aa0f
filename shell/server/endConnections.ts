import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Ends every connection with the server: at once when no request is running on it, else after the answer. By itself
 * Node takes connections that never carried a request for busy, and keeps those alive whose answer comes after the
 * close; browsers have both, and the server would wait a minute for them.
 */
export function endConnectionsOnClose(server: FastifyInstance): void {
  /** Answers leave a connection in the order of their requests: after the latest one it is idle. */
  const latest = new Map<Socket, ServerResponse | undefined>();
  let isClosing = false;

  const end = (socket: Socket) => {
    const response = latest.get(socket);
    if (!response || response.closed) socket.destroySoon();
    else response.once('close', () => end(socket));
  };

  server.server.on('connection', (socket) => {
    latest.set(socket, undefined);
    socket.once('close', () => latest.delete(socket));
  });
  server.server.on('request', ({ socket }, response) => {
    latest.set(socket, response);
    if (isClosing) end(socket);
  });
  server.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of latest.keys()) end(socket);
  });
}
