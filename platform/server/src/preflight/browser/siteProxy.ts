import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that leads to some sites and nowhere else. */
export interface SiteProxy {
  /** Where a browser finds it. */
  readonly address: string;
  /** Lets requests to an origin through. */
  readonly allow: (origin: string) => void;
  readonly stop: () => void;
}

/**
 * Starts a proxy for a browser that shows untrusted code. Playwright stops only requests: connections that are opened in
 * advance, and those of WebRTC, bypass Playwright, but not a proxy.
 */
export async function startSiteProxy(): Promise<SiteProxy> {
  const allowed = new Set<string>();
  const server = createServer((asked, answer) => {
    const url = URL.parse(asked.url ?? '');
    if (url && allowed.has(url.origin)) passOn(asked, url, answer);
    else asked.socket.destroy();
  });
  // Tunnels are for encrypted requests and sockets, which no tried site has.
  server.on('connect', (_asked, socket) => socket.destroy());
  server.on('upgrade', (_asked, socket) => socket.destroy());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    allow: (origin) => allowed.add(origin),
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function passOn(asked: IncomingMessage, url: URL, answer: ServerResponse): void {
  const { method, headers } = asked;
  const passed = request(url, { method, headers }, (found) => {
    answer.writeHead(found.statusCode ?? 502, found.rawHeaders);
    found.pipe(answer);
    found.on('error', () => answer.destroy());
  });
  passed.on('error', () => answer.destroy());
  answer.on('close', () => passed.destroy());
  asked.pipe(passed);
}
