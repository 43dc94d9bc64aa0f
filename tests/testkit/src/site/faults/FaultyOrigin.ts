import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { extname, join } from 'node:path';
import { expect, type Frame, type Page } from '@playwright/test';

/** How an origin fails to serve a file. */
export type OriginFault = 'missing' | 'hangs' | 'stalls' | 'truncated' | 'tampered';

interface Rule {
  readonly path: RegExp;
  readonly fault: OriginFault;
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** Serves a folder over HTTP like a static server, until it is told to fail. */
export class FaultyOrigin {
  readonly #folder: string;
  readonly #waiting = new Set<ServerResponse>();
  #rules: Rule[] = [];
  #server: Server;
  #port = 0;

  static async start(folder: string): Promise<FaultyOrigin> {
    const origin = new FaultyOrigin(folder);
    await origin.#listen();
    return origin;
  }

  private constructor(folder: string) {
    this.#folder = folder;
    this.#server = this.#create();
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** How many requests are waiting for a response that never comes. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Makes all files with a matching path fail. */
  fail(path: RegExp, fault: OriginFault): void {
    this.#rules.push({ path, fault });
  }

  /** Refuses new connections and closes the open ones. */
  async refuse(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  /** Ends all faults, like a restart of the server: waiting requests lose their connection. */
  async heal(): Promise<void> {
    this.#rules = [];
    for (const response of this.#waiting) response.destroy();
    this.#waiting.clear();
    if (this.#server.listening) return;
    this.#server = this.#create();
    await this.#listen();
  }

  async stop(): Promise<void> {
    if (this.#server.listening) await this.refuse();
  }

  #create(): Server {
    return createServer((request, response) => void this.#answer(request, response));
  }

  async #listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async #answer({ url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = url.split('?')[0] ?? '';
    const fault = this.#rules.find((rule) => rule.path.test(url))?.fault;
    if (fault === 'hangs' || fault === 'stalls') this.#waiting.add(response);
    if (fault === 'hangs') return;
    const content = fault === 'missing' ? undefined : await readFile(join(this.#folder, path)).catch(() => undefined);
    response.setHeader('access-control-allow-origin', '*');
    if (!content) return void response.writeHead(404).end('There is no such file.');
    response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream');
    if (fault === 'tampered') return void response.end(tamperedWith(path, content));
    response.setHeader('content-length', content.length);
    const half = content.subarray(0, content.length / 2);
    if (fault === 'truncated') return void response.write(half, () => response.destroy());
    if (fault === 'stalls') return void response.write(half);
    response.end(content);
  }
}

/** Changes a script or style sheet so that it leaves a trace if it is ever executed or applied. */
export function tamperedWith(path: string, content: Buffer): Buffer {
  const trace = path.endsWith('.css') ? '\nhtml { --tampered: 1; }' : '\n;globalThis.tampered = true;';
  return Buffer.concat([content, Buffer.from(trace)]);
}

/** Expects that no tampered script or style sheet was executed or applied. */
export async function expectUntampered(page: Page | Frame): Promise<void> {
  const traces = await page.evaluate(() => ({
    script: Reflect.get(globalThis, 'tampered'),
    style: getComputedStyle(document.documentElement).getPropertyValue('--tampered'),
  }));
  expect(traces).toEqual({ script: undefined, style: '' });
}

/** Starts a server that accepts connections and never responds. */
export async function startSilentServer(): Promise<{ readonly address: string; readonly stop: () => void }> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
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
