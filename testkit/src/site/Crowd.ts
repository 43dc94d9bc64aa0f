import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

/** What a visitor asks for. */
export interface Asking extends Pick<RequestOptions, 'method' | 'path' | 'headers'> {
  readonly body?: string;
  /** What the answer must be. */
  readonly status: number;
  /** What must stand in it. */
  readonly holds?: string;
}

/** How long a visitor looks at an answer at most, in milliseconds. */
const looking = 30;

/** Nobody lets the visitor in. */
class TurnedAwayError extends Error {}

/**
 * Visitors who ask one thing after the other, half of them over a connection that they keep. Where nobody lets them in they
 * turn to the next server, as a load balancer does. What has reached a server must be answered.
 */
export class Crowd {
  readonly failures: string[] = [];
  answered = 0;
  /** How often a visitor has turned to the next server. */
  moved = 0;
  readonly #origins: readonly string[];
  readonly #ask: (number: number) => Asking;
  readonly #visits: Promise<void>[] = [];
  #asked = 0;
  #isLeaving = false;

  /**
   * @param origins of the servers
   * @param ask what to ask for in the how manieth request
   */
  constructor(origins: readonly string[], ask: (number: number) => Asking) {
    this.#origins = origins;
    this.#ask = ask;
  }

  /** So many visitors come. */
  come(count: number): void {
    for (let number = 0; number < count; number += 1)
      this.#visits.push(this.#visit(new Agent({ keepAlive: number % 2 === 0, maxSockets: 1 })));
  }

  /** Ends when everybody has left. */
  async leave(): Promise<void> {
    this.#isLeaving = true;
    await Promise.all(this.#visits);
  }

  async #visit(agent: Agent): Promise<void> {
    let server = 0;
    while (!this.#isLeaving) {
      const asking = this.#ask(this.#asked++);
      try {
        await this.#answered(asking, agent, server);
      } catch (error) {
        if (error instanceof TurnedAwayError && server < this.#origins.length - 1) {
          server += 1;
          this.moved += 1;
        } else {
          this.failures.push(`${asking.method ?? 'GET'} ${asking.path}: ${error}`);
        }
      }
      await wait(Math.random() * looking);
    }
    agent.destroy();
  }

  async #answered({ body, status, holds = '', ...options }: Asking, agent: Agent, server: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const asked = request(this.#origins[server] ?? '', { ...options, agent }, resolve);
    asked.on('error', (error: NodeJS.ErrnoException) => {
      // The system resets a new connection that no process had taken when the port was closed.
      const isAway = error.code === 'ECONNREFUSED' || (error.code === 'ECONNRESET' && !asked.reusedSocket);
      reject(isAway ? new TurnedAwayError() : error);
    });
    asked.end(body);
    const response = await promise;
    const answer = await text(response);
    if (response.statusCode !== status) throw new Error(`status ${response.statusCode}`);
    if (!answer.includes(holds)) throw new Error(`without ${holds}`);
    this.answered += 1;
  }
}
