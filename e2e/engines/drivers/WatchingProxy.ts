import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { pathOfComplaints, watchDocument } from './watchDocument.ts';

/** What a browser asks of its own makers, whatever page it shows. */
const ofBrowser = /\.mozilla\.(com|net|org)(:|$)/;

const script = `(${watchDocument})(${JSON.stringify(pathOfComplaints)})`;
const scriptHash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/**
 * The proxy that a browser's requests go through. It lets nothing leave this machine, and notes who was asked for. Neither
 * WebKit nor Firefox tells a driver of everything that it complains of: a script at the start of each document does.
 */
export class WatchingProxy {
  /** What pages complained of, in their words. */
  readonly complaints: string[] = [];
  /** Others that a page asked for something, as `host:port`: what is asked of them is encrypted. */
  readonly others: string[] = [];
  readonly #server = createServer((incoming, response) => {
    this.#answer(incoming, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(502);
      response.end(String(error));
    });
  });

  static async start(): Promise<WatchingProxy> {
    const proxy = new WatchingProxy();
    await once(proxy.#server.listen(0, '127.0.0.1'), 'listening');
    return proxy;
  }

  private constructor() {
    this.#server.on('connect', ({ url = '' }, socket) => {
      this.#note(url);
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '');
    if (url.pathname === pathOfComplaints) {
      this.complaints.push(await text(incoming));
      response.writeHead(204).end();
    } else if (url.hostname === '127.0.0.1') {
      await passOn(url, incoming, response);
    } else {
      this.#note(url.host);
      response.writeHead(403).end();
    }
  }

  #note(host: string): void {
    if (!ofBrowser.test(host)) this.others.push(host);
  }
}

async function passOn(url: URL, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const isDocument = incoming.headers['sec-fetch-dest'] === 'document';
  const headers = { ...incoming.headers };
  if (isDocument) delete headers['accept-encoding'];
  const asked = request(url, { method: incoming.method ?? 'GET', headers });
  incoming.pipe(asked);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const { statusCode = 502 } = answer;
  if (isDocument && answer.headers['content-type']?.startsWith('text/html')) {
    const { 'content-length': _, ...others } = answer.headers;
    const html = await text(answer);
    response.writeHead(statusCode, withScriptAllowed(others));
    response.end(html.replace('<head>', () => `<head><script>${script}</script>`));
  } else {
    response.writeHead(statusCode, answer.headers);
    answer.pipe(response);
  }
}

function withScriptAllowed({ 'content-security-policy': policy, ...headers }: IncomingMessage['headers']) {
  return policy
    ? { ...headers, 'content-security-policy': String(policy).replace("script-src 'self'", `$& ${scriptHash}`) }
    : headers;
}
