import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Forwards connections to a server, until a test makes the network fail. */
export class FaultyProxy {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;
  #isSilent = false;

  /** @param target the address of a server, with its port */
  static async start(target: string): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(new URL(target));
    await proxy.#listen();
    return proxy;
  }

  private constructor(target: URL) {
    this.#target = target;
  }

  /** The target's address, with the port of the proxy. */
  get address(): string {
    const address = new URL(this.#target);
    address.port = String(this.#port);
    return address.href;
  }

  /** Stops forwarding without closing anything: both sides wait. */
  silence(): void {
    this.#isSilent = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** Closes all connections and accepts none. */
  async refuse(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve));
    this.#drop();
    await closed;
    this.#server = undefined;
  }

  /** Ends all faults. Waiting clients lose their connection. */
  async heal(): Promise<void> {
    this.#isSilent = false;
    this.#drop();
    if (!this.#server) await this.#listen();
  }

  async stop(): Promise<void> {
    if (this.#server) await this.refuse();
  }

  async #listen(): Promise<void> {
    const server = createServer((client) => this.#forward(client));
    await once(server.listen(this.#port, '127.0.0.1'), 'listening');
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
  }

  #forward(client: Socket): void {
    const upstream = connect(Number(this.#target.port), this.#target.hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
      if (this.#isSilent) socket.unpipe(other).pause();
    }
  }

  #drop(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
