import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createApiClient } from '@site/shared/api/client.ts';
import { ApiError } from '@site/shared/api/errors.ts';
import type { ContactMessage } from '@site/shared/contract/contact/contact.ts';

/** A message that the server has confirmed. */
export interface Acknowledged {
  /** The id that the server gave it. */
  readonly id: string;
  readonly message: ContactMessage;
}

/** In milliseconds: the longest time to write a message, and the time before another attempt. */
const times = { writing: 1000, again: 200 };

/** How long a visitor keeps trying, in milliseconds: servers start slowly on a busy machine. */
const retryTimeout = 300_000;

/** The share of responses that are dropped, as if the server had been killed just before sending them. */
const lostAnswers = 0.2;

const token = 'XSRF-TOKEN=a-token-that-a-browser-has';

/** Visitors who send one message after the other, with the browser's API client. */
export class Visitors {
  readonly acknowledged: Acknowledged[] = [];
  /** Requests without a response: the server was killed or not running, or the response was dropped. */
  unanswered = 0;
  /** Requests that failed with a server error, such as a full disk. */
  refused = 0;
  /** Messages that the server rejected or never accepted: there should be none. */
  readonly failures: string[] = [];
  readonly #origin: () => string;
  readonly #count: number;
  #visits: Promise<unknown> | undefined;
  #nextAnswer = Promise.withResolvers<void>();
  #written = 0;
  #leaving = false;

  /**
   * @param origin current origin of the server
   * @param count how many visitors write at the same time
   */
  constructor(origin: () => string, count: number) {
    this.#origin = origin;
    this.#count = count;
  }

  /** Starts the visitors, once. */
  arrive(): void {
    this.#visits ??= Promise.all(Array.from({ length: this.#count }, () => this.#visit()));
  }

  /** Resolves when the next message is acknowledged. */
  async nextAnswer(): Promise<void> {
    await this.#nextAnswer.promise;
  }

  /** Stops visitors from starting another message. */
  leave(): void {
    this.#leaving = true;
  }

  /** Resolves when every message is sent. */
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

  /** Sends a message until the server accepts it: when the client gives up, the visitor tries again. */
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
        if (!mayPass || performance.now() - begun > retryTimeout) throw error;
      }
      await delay(times.again);
    }
  }

  #note(sent: Acknowledged): void {
    this.acknowledged.push(sent);
    this.#nextAnswer.resolve();
    this.#nextAnswer = Promise.withResolvers();
  }

  /** A client with its own IP address, because the number of messages per address is limited. */
  #browserOf(number: number, onAcknowledged: (id: string) => void) {
    const address = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
    const send = async (request: Request): Promise<Response> => {
      // Each server has a different port.
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
