import { CircuitBreaker } from '@site/node/CircuitBreaker.ts';
import { serverLimits } from '../limits.ts';
import type { ServerEnd, ServerProcess } from './ServerProcess.ts';

/** A server as its slot and its supervisor use it. */
export type SlotServer = Pick<ServerProcess, 'number' | 'pid' | 'ready' | 'ended' | 'served' | 'ask' | 'stop'>;

/** What a slot needs of its supervisor. */
export interface SlotHost {
  /** Starts a server. */
  readonly launch: (number: number) => SlotServer;
  /** Called when a server has ended that was not told to. Returns whether another one starts. */
  readonly onLost: (server: SlotServer, end: ServerEnd) => boolean;
}

const { backoff, settled } = serverLimits.servers;

/** One of several servers, which another one replaces when it ends. */
export class ServerSlot {
  readonly #number: number;
  readonly #host: SlotHost;
  #server: SlotServer | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Counts the servers in a row that have ended soon. */
  readonly #breaker = new CircuitBreaker(backoff);
  #isClosed = false;

  constructor(number: number, host: SlotHost) {
    this.#number = number;
    this.#host = host;
  }

  /** The server that takes visitors; undefined while none does. */
  get server(): SlotServer | undefined {
    return this.#server?.served === undefined ? undefined : this.#server;
  }

  start(): SlotServer {
    const server = this.#host.launch(this.#number);
    this.#take(server);
    return server;
  }

  /** Starts another server, and stops the present one when that takes visitors. Throws when it doesn't get that far. */
  async replace(): Promise<void> {
    const next = this.#host.launch(this.#number);
    await next.ready;
    const previous = this.#server;
    if (this.#isClosed) return await next.stop();
    this.#take(next);
    await previous?.stop();
  }

  async stop(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#server?.stop();
  }

  #take(server: SlotServer): void {
    clearTimeout(this.#timer);
    this.#server = server;
    void server.ended.then((end) => this.#ended(server, end));
  }

  #ended(server: SlotServer, end: ServerEnd): void {
    if (this.#isClosed || server !== this.#server) return;
    this.#server = undefined;
    if (!this.#host.onLost(server, end)) return;
    if ((server.served ?? 0) > settled) this.#breaker.succeeded();
    else this.#breaker.failed();
    this.#timer = setTimeout(() => this.start(), this.#breaker.delay());
  }
}
