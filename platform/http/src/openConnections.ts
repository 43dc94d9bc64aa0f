import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from './limits.ts';

interface Connection {
  /** The response to the connection's latest request. */
  latest?: ServerResponse;
  /** When each request without a response came, by `performance.now()`. Responses are sent in order. Without any, it is idle. */
  readonly waiting: number[];
  /** When it was opened, or its latest response was sent. */
  idleSince: number;
}

/** How often to look for responses that take too long, in milliseconds. */
const checkInterval = 1_000;

/**
 * The open connections of a server. Those of clients that read a response too slowly are closed, so that they can't use up all
 * connections. Node has no timeout for that.
 */
export class OpenConnections {
  /** Ordered by `idleSince`. */
  readonly #connections = new Map<Socket, Connection>();
  #accepted = 0;
  #isClosing = false;

  /** @param timeout from a request to the last byte of its response, in milliseconds */
  constructor(server: Server, timeout: number = limits.connection.response) {
    server.on('connection', (socket) => {
      this.#accepted += 1;
      this.#connections.set(socket, { waiting: [], idleSince: performance.now() });
      socket.once('close', () => this.#connections.delete(socket));
    });
    server.prependListener('request', ({ socket }, response) => {
      const connection = this.#connections.get(socket);
      if (!connection) return;
      connection.latest = response;
      connection.waiting.push(performance.now());
      if (this.#isClosing) response.shouldKeepAlive = false;
      response.on('close', () => this.#answered(socket, connection));
    });
    // One timer for all: a timer and a listener for each response would be a tenth of the cost of a page from memory.
    const timer = setInterval(() => this.#closeSlow(timeout), Math.min(checkInterval, timeout)).unref();
    server.once('close', () => clearInterval(timer));
  }

  get size(): number {
    return this.#connections.size;
  }

  /** How many connections have been opened so far. */
  get accepted(): number {
    return this.#accepted;
  }

  /** The idle connections, the longest idle one first. */
  *idle(): Generator<{ readonly socket: Socket; readonly since: number }> {
    for (const [socket, { waiting, idleSince }] of this.#connections)
      if (waiting.length === 0) yield { socket, since: idleSince };
  }

  /** The connections that have not carried a request yet, the oldest first. */
  *unused(): Generator<Socket> {
    for (const [socket, { latest }] of this.#connections) if (!latest) yield socket;
  }

  /** Closes a connection at once. */
  close(socket: Socket): void {
    this.#connections.delete(socket);
    socket.destroy();
  }

  /** Closes each connection after its pending response, or after the next one. */
  closeAfterResponse(): void {
    this.#isClosing = true;
    for (const { latest } of this.#connections.values()) if (latest) latest.shouldKeepAlive = false;
  }

  #answered(socket: Socket, connection: Connection): void {
    connection.waiting.shift();
    connection.idleSince = performance.now();
    // Moves it to the end, unless it has closed meanwhile.
    if (this.#connections.delete(socket)) this.#connections.set(socket, connection);
  }

  #closeSlow(timeout: number): void {
    const begin = performance.now() - timeout;
    for (const [socket, { waiting }] of this.#connections) if ((waiting[0] ?? begin) < begin) this.close(socket);
  }
}
