import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

/** A server that takes every connection and never says a word. */
export async function startSilentServer(): Promise<{ readonly address: string; readonly stop: () => void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}
