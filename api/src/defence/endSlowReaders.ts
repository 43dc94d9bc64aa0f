import type { Server } from 'node:http';

/**
 * Ends the connections of clients that take their time to read an answer, so that they can't take up every connection
 * that the server can have. Node waits for them for ever.
 *
 * @param patience how long an answer may take, from the request to its last byte, in milliseconds
 */
export function endSlowReaders(server: Server, patience: number): void {
  server.on('request', ({ socket }, response) => {
    const timer = setTimeout(() => socket.destroy(), patience).unref();
    response.once('close', () => clearTimeout(timer));
  });
}
