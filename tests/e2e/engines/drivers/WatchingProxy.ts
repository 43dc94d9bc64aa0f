import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Where documents send their complaints. */
const complaintsPath = '/.complaints';

/** Hosts that Firefox itself contacts. */
const ofBrowser = /\.mozilla\.(com|net|org)(:|$)/;

const watching = `(${watchDocument})(${JSON.stringify(complaintsPath)})`;
const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/**
 * The proxy for all requests of a browser. Lets no request leave this machine, and records the requested hosts. Drivers of
 * WebKit and Firefox don't report all errors of a page: the proxy adds a script to each document that does.
 */
export class WatchingProxy {
  /** Errors, warnings and policy violations of pages. */
  readonly complaints: string[] = [];
  /** Third parties that a page contacted, as `host:port`. */
  readonly others: string[] = [];
  /** Runs in each document once it is parsed, before the site's own scripts come. */
  early: (() => void) | undefined;
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
      this.#record(url);
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
    if (url.pathname === complaintsPath) {
      this.complaints.push(await text(incoming));
      response.writeHead(204).end();
    } else if (url.hostname === '127.0.0.1') {
      const early = this.early ? `;document.addEventListener('DOMContentLoaded',${this.early})` : '';
      await passOn(url, incoming, response, watching + early);
    } else {
      this.#record(url.host);
      response.writeHead(403).end();
    }
  }

  #record(host: string): void {
    if (!ofBrowser.test(host)) this.others.push(host);
  }
}

async function passOn(url: URL, incoming: IncomingMessage, response: ServerResponse, script: string): Promise<void> {
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
    response.writeHead(statusCode, withScriptAllowed(script, others));
    response.end(html.replace('<head>', () => `<head><script>${script}</script>`));
  } else {
    response.writeHead(statusCode, answer.headers);
    answer.pipe(response);
  }
}

/** Lets the script run and send, also where a policy lets no script run, as in the control room. */
function withScriptAllowed(script: string, answered: IncomingMessage['headers']) {
  const { 'content-security-policy': policy, ...headers } = answered;
  if (!policy) return headers;
  const allowed = String(policy);
  const scripts = /(?<=^|; ?)script-src [^;]*/;
  return {
    ...headers,
    'content-security-policy': scripts.test(allowed)
      ? allowed.replace(scripts, `$& ${hashOf(script)}`)
      : `${allowed}; script-src ${hashOf(script)}; connect-src 'self'`,
  };
}

/**
 * Runs at the start of each document, and must not use anything of this module. Sends complaints as they happen;
 * `sentComplaints` waits until all have arrived.
 */
function watchDocument(path: string): void {
  const sent: Promise<unknown>[] = [];
  const send = (words: readonly unknown[]) =>
    fetch(path, { method: 'POST', body: words.map(describe).join(' '), keepalive: true }).catch(() => undefined);
  const tell = (...words: unknown[]) => void sent.push(send(words));
  // Loads that are cancelled because the document is left must not count: by then the delay hasn't ended.
  const tellLater = (...words: unknown[]) =>
    void sent.push(new Promise((resolve) => setTimeout(resolve, 200)).then(() => send(words)));
  const describe = (word: unknown) =>
    word instanceof Error ? `${word}\n${word.stack}` : typeof word === 'string' ? word : JSON.stringify(word);
  Object.assign(window, { sentComplaints: () => Promise.all(sent) });

  for (const level of ['error', 'warn'] as const) {
    const { [level]: say } = console;
    console[level] = (...words: unknown[]) => {
      say(...words);
      tell(level, ...words);
    };
  }
  const onError = (event: Event) => {
    if (event instanceof ErrorEvent) tell('uncaught', event.message, event.error);
    else if (event.target instanceof Element) tellLater('not loaded', event.target.outerHTML.slice(0, 300));
  };
  // Errors of elements that load something don't bubble.
  addEventListener('error', onError, true);
  addEventListener('unhandledrejection', ({ reason }) => tell('unhandled', reason));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
    tell('Content-Security-Policy', violatedDirective, 'blocked', blockedURI, sample),
  );
  if ('ReportingObserver' in window) {
    const types = ['integrity-violation', 'permissions-policy-violation'];
    new ReportingObserver((reports) => tell('report', reports), { types, buffered: true }).observe();
  }
}
