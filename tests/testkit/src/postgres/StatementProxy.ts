import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * What to do with a statement: `pass` it on; pass it on and close its connection before the answer (`cut`); or close its
 * connection without passing it on (`lose`).
 */
type Fate = 'pass' | 'cut' | 'lose';

/** Forwards connections to a PostgreSQL server, and shows a test each statement. */
export class StatementProxy {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  /** Called with what a client sends, before the server gets it. */
  onStatement: (statement: string) => Fate = () => 'pass';

  /** @param target the address of a database */
  static async start(target: string): Promise<StatementProxy> {
    const proxy = new StatementProxy(new URL(target));
    await once(proxy.#server.listen(0, '127.0.0.1'), 'listening');
    return proxy;
  }

  private constructor(target: URL) {
    this.#target = target;
    this.#server = createServer((client) => this.#forward(client));
  }

  /** The target's address, with the port of the proxy. */
  get url(): string {
    const url = new URL(this.#target);
    url.port = String((this.#server.address() as AddressInfo).port);
    return url.href;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #forward(client: Socket): void {
    const upstream = connect(Number(this.#target.port), this.#target.hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.#sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroySoon();
      });
    }
    upstream.pipe(client);
    // A client sends one statement and waits for its answer.
    client.on('data', (sent) => {
      const fate = this.onStatement(sent.toString('latin1'));
      if (fate === 'lose') return void client.destroy();
      upstream.write(sent, () => {
        if (fate === 'cut') client.destroy();
      });
    });
  }
}
