import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { limits } from './limits.ts';
import { requestUnless } from './requestUnless.ts';

interface Connection {
  /** The response to the connection's latest request. */
  latest?: ServerResponse;
  /** When each request without a response came, by `performance.now()`. Responses are sent in order. Without any, it is idle. */
  readonly waiting: number[];
  /** Starts each request that came before the one in front of it was answered. */
  readonly queue: (() => void)[];
  /** When it was opened, or its latest response was sent. */
  idleSince: number;
}

/** How often to look for responses that take too long, in milliseconds. */
const checkInterval = 1_000;

/**
 * A server and its open connections. Node limits neither how long a client may take to read a response, nor how many requests
 * it may send meanwhile. Here, slow readers are disconnected, and the requests of a connection are handled one after the other,
 * so that it holds no more responses than one whose client waits for each. A few requests may wait.
 */
export class OpenConnections {
  readonly #server: Server;
  /** Ordered by `idleSince`. */
  readonly #connections = new Map<Socket, Connection>();
  #listener: RequestListener = () => {};
  #accepted = 0;
  #isClosing = false;

  /**
   * @param options of the server
   * @param timeout from a request to the last byte of its response, in milliseconds
   */
  constructor(options: ServerOptions, timeout: number = limits.connection.response) {
    const server = createServer({ ...options, IncomingMessage: requestUnless((socket) => this.#isFull(socket)) });
    this.#server = server;
    server.on('connection', (socket) => {
      this.#accepted += 1;
      this.#connections.set(socket, { waiting: [], queue: [], idleSince: performance.now() });
      socket.once('close', () => this.#connections.delete(socket));
    });
    server.on('request', (request, response) => this.#take(request, response));
    // One timer for all: a timer and a listener for each response would be a tenth of the cost of a page from memory.
    const timer = setInterval(() => this.#closeSlow(timeout), Math.min(checkInterval, timeout)).unref();
    server.once('close', () => clearInterval(timer));
  }

  /** Handles requests with a listener from now on. Returns the server. */
  serve(listener: RequestListener): Server {
    this.#listener = listener;
    return this.#server;
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

  /** Whether no other request of a connection may wait, or it was closed. */
  #isFull(socket: Socket): boolean {
    return (this.#connections.get(socket)?.waiting.length ?? Number.POSITIVE_INFINITY) > limits.pipelined;
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const connection = this.#connections.get(socket);
    if (!connection) return;
    const { waiting, queue } = connection;
    connection.latest = response;
    waiting.push(performance.now());
    if (this.#isClosing) response.shouldKeepAlive = false;
    response.on('close', () => this.#answered(socket, connection));
    if (waiting.length === 1) this.#listener(request, response);
    else queue.push(() => this.#listener(request, response));
  }

  #answered(socket: Socket, connection: Connection): void {
    connection.waiting.shift();
    connection.idleSince = performance.now();
    // It has closed meanwhile.
    if (!this.#connections.delete(socket)) return;
    // Moves it to the end.
    this.#connections.set(socket, connection);
    connection.queue.shift()?.();
  }

  #closeSlow(timeout: number): void {
    const begin = performance.now() - timeout;
    for (const [socket, { waiting }] of this.#connections) if ((waiting[0] ?? begin) < begin) this.close(socket);
  }
}
