import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Connection {
  /** The response to the connection's latest request. Responses are sent in order: after this one the connection is idle. */
  latest?: ServerResponse;
  /** When it was opened, or its latest response was sent, by `performance.now()`. */
  idleSince: number;
}

/** The open connections of a server. One is idle when no request waits for its response. */
export class OpenConnections {
  /** Ordered by `idleSince`. */
  readonly #connections = new Map<Socket, Connection>();
  #accepted = 0;
  #isClosing = false;

  constructor(server: Server) {
    server.on('connection', (socket) => {
      this.#accepted += 1;
      this.#connections.set(socket, { idleSince: performance.now() });
      socket.once('close', () => this.#connections.delete(socket));
    });
    server.prependListener('request', ({ socket }, response) => {
      const connection = this.#connections.get(socket);
      if (!connection) return;
      connection.latest = response;
      if (this.#isClosing) response.shouldKeepAlive = false;
      response.once('close', () => this.#restartIdleTime(socket, connection));
    });
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
    for (const [socket, { latest, idleSince }] of this.#connections)
      if (latest?.closed ?? true) yield { socket, since: idleSince };
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

  #restartIdleTime(socket: Socket, connection: Connection): void {
    connection.idleSince = performance.now();
    // Moves it to the end, unless it has closed meanwhile.
    if (this.#connections.delete(socket)) this.#connections.set(socket, connection);
  }
}
