import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createApiClient } from '@site/shared/api/client.ts';
import { ApiError } from '@site/shared/api/errors.ts';
import type { ContactMessage } from '@site/shared/contract/contact/message.ts';

/** A message whose sender was told that it has arrived. */
export interface Acknowledged {
  /** That the server gave it. */
  readonly id: string;
  readonly message: ContactMessage;
}

/** How long a visitor writes at most, and waits before pressing the button again, in milliseconds. */
const times = { writing: 1000, again: 200 };

/** How long a visitor goes on trying, in milliseconds: a slow machine starts servers slowly. */
const patience = 300_000;

/** So many answers are lost on their way, as if the server had been killed just before it sent them. */
const lostAnswers = 0.2;

const token = 'XSRF-TOKEN=a-token-that-a-browser-has';

/** Visitors who write one message after the other, with the client that the browser has. */
export class Visitors {
  readonly acknowledged: Acknowledged[] = [];
  /** Requests that got no answer: the server was killed or wasn't there, or the answer was lost. */
  unanswered = 0;
  /** Requests that were answered with an error of the server's, such as that its disk is full. */
  refused = 0;
  /** What should not happen: messages that the server didn't want, or never took. */
  readonly failures: string[] = [];
  readonly #origin: () => string;
  readonly #count: number;
  #visits: Promise<unknown> | undefined;
  #nextAnswer = Promise.withResolvers<void>();
  #written = 0;
  #leaving = false;

  /**
   * @param origin of the server, now
   * @param count of visitors who write at the same time
   */
  constructor(origin: () => string, count: number) {
    this.#origin = origin;
    this.#count = count;
  }

  /** Everybody begins to write, unless they do already. */
  arrive(): void {
    this.#visits ??= Promise.all(Array.from({ length: this.#count }, () => this.#visit()));
  }

  /** Ends when the next message is acknowledged. */
  async nextAnswer(): Promise<void> {
    await this.#nextAnswer.promise;
  }

  /** Nobody writes another message. */
  leave(): void {
    this.#leaving = true;
  }

  /** Ends when everybody has left, and each message is sent. */
  async gone(): Promise<void> {
    await this.#visits;
  }

  async #visit(): Promise<void> {
    while (!this.#leaving) {
      await delay(Math.random() * times.writing);
      this.#written += 1;
      await this.#send(this.#written).catch((error: unknown) => void this.failures.push(String(error)));
    }
  }

  /** Sends a message until the server has taken it: when the client has given up, its visitor presses the button again. */
  async #send(number: number): Promise<void> {
    const name = `Visitor ${number}`;
    const words = `Message ${number}, the only one with the words ${randomUUID()}.`;
    const message = { name, email: `${number}@example.com`, subject: `Question ${number}`, message: words };
    const client = this.#browserOf(number, (id) => this.#note({ id, message }));
    const key = randomUUID();
    const begun = performance.now();
    for (;;) {
      try {
        return await client.sendMessage(message, 'en', { key });
      } catch (error) {
        const mayPass = error instanceof ApiError && (error.status === undefined || error.status >= 500);
        if (!mayPass || performance.now() - begun > patience) throw error;
      }
      await delay(times.again);
    }
  }

  #note(sent: Acknowledged): void {
    this.acknowledged.push(sent);
    this.#nextAnswer.resolve();
    this.#nextAnswer = Promise.withResolvers();
  }

  /** A visitor's client, with an address of its own: an address may send so many messages only. */
  #browserOf(number: number, onAcknowledged: (id: string) => void) {
    const address = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
    const send = async (request: Request): Promise<Response> => {
      // Each server has a port of its own, as none can be sure to get that of the one before.
      const current = new Request(this.#origin() + new URL(request.url).pathname, request);
      current.headers.set('x-forwarded-for', address);
      current.headers.set('cookie', token);
      try {
        const response = await fetch(current);
        const body = await response.clone().json();
        if (Math.random() < lostAnswers) throw new TypeError('fetch failed');
        if (response.status >= 500) this.refused += 1;
        if (response.status === 201) onAcknowledged(body.id);
        return response;
      } catch (error) {
        this.unanswered += 1;
        throw error;
      }
    };
    return createApiClient({ prefix: 'http://site.example/api/v1', cookies: () => token, fetch: send as typeof fetch });
  }
}
