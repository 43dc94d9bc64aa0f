import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { tamperedWith } from './tampering.ts';

/** What an origin does with a file. */
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

/** Serves a folder over HTTP as any static server does, until it is told to fail. */
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

  /** How many requests wait for an answer that doesn't come. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Makes every file whose path matches fail from now on. */
  fail(path: RegExp, fault: OriginFault): void {
    this.#rules.push({ path, fault });
  }

  /** Refuses every connection, the open ones included. */
  async refuse(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  /** Ends all faults, as a restart of the server does: whoever still waits loses the connection. */
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
