import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

/** A visitor's request. */
export interface VisitorRequest extends Pick<RequestOptions, 'method' | 'path' | 'headers'> {
  readonly body?: string;
  /** The expected status. */
  readonly status: number;
  /** A text that the response must contain. */
  readonly holds?: string;
}

/** The longest time between two requests of a visitor, in milliseconds. */
const maxPause = 120;

/** The server accepts no new connection. */
class ConnectionRefusedError extends Error {}

/**
 * Visitors who make one request after the other, half of them over keep-alive connections. When a server doesn't accept
 * connections, they move to the next one, as a load balancer would. Any other failure is recorded.
 */
export class Crowd {
  readonly failures: string[] = [];
  answered = 0;
  /** How often a visitor moved to the next server. */
  moved = 0;
  readonly #origins: readonly string[];
  readonly #ask: (number: number) => VisitorRequest;
  readonly #visits: Promise<void>[] = [];
  #asked = 0;
  #isLeaving = false;

  /**
   * @param origins of the servers
   * @param ask returns the request with a number, from 0
   */
  constructor(origins: readonly string[], ask: (number: number) => VisitorRequest) {
    this.#origins = origins;
    this.#ask = ask;
  }

  /** Adds visitors. */
  come(count: number): void {
    for (let number = 0; number < count; number += 1)
      this.#visits.push(this.#visit(new Agent({ keepAlive: number % 2 === 0, maxSockets: 1 })));
  }

  /** Resolves when all visitors have left. */
  async leave(): Promise<void> {
    this.#isLeaving = true;
    await Promise.all(this.#visits);
  }

  async #visit(agent: Agent): Promise<void> {
    let server = 0;
    while (!this.#isLeaving) {
      const next = this.#ask(this.#asked++);
      try {
        await this.#answered(next, agent, server);
      } catch (error) {
        if (error instanceof ConnectionRefusedError && server < this.#origins.length - 1) {
          server += 1;
          this.moved += 1;
        } else {
          this.failures.push(`${next.method ?? 'GET'} ${next.path}: ${error}`);
        }
      }
      await delay(Math.random() * maxPause);
    }
    agent.destroy();
  }

  async #answered(
    { body, status, holds = '', ...options }: VisitorRequest,
    agent: Agent,
    server: number,
  ): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const asked = request(this.#origins[server] ?? '', { ...options, agent }, resolve);
    asked.on('error', (error: NodeJS.ErrnoException) => {
      // When a port is closed, the system resets new connections that the process had not accepted yet.
      const isRefused = error.code === 'ECONNREFUSED' || (error.code === 'ECONNRESET' && !asked.reusedSocket);
      reject(isRefused ? new ConnectionRefusedError() : error);
    });
    asked.end(body);
    const response = await promise;
    const answer = await text(response);
    if (response.statusCode !== status) throw new Error(`status ${response.statusCode}`);
    if (!answer.includes(holds)) throw new Error(`without ${holds}`);
    this.answered += 1;
  }
}
