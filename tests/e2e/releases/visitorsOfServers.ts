import { setTimeout as delay } from 'node:timers/promises';
import { addresses, everyAddress } from '@site/testkit/site/addresses.ts';
import { expect, runCli } from '../support/serverTest.ts';

/** Waits until visitors have received a number of further responses. */
export async function answers(visitors: Visitors, count: number): Promise<void> {
  const enough = visitors.answered + count;
  await expect.poll(() => visitors.answered, { timeout: 90_000 }).toBeGreaterThan(enough);
}

/** Expects each accepted message to be stored once, and one whose sender was asked to try again at most once. */
export async function expectStoredOnce(visitors: Visitors, api: { readonly dataDir: string }): Promise<void> {
  const messages = await runCli('messages', api, 'list');
  const arrived = (subject: string) => messages.split(subject).length - 1;
  for (const subject of visitors.accepted) expect(arrived(subject), subject).toBe(1);
  for (const subject of visitors.unsure) expect(arrived(subject), subject).toBeLessThanOrEqual(1);
}

/** The number of visitors. Each waits for its response, so a slow machine gets fewer requests, not more than it can answer. */
const visitorCount = 4;

/** The pauses after a page and after a message, in milliseconds. The API accepts 30 messages from one address. */
const pauses = { page: 120, message: 250 };

/** Visitors who request pages and files without retries. One of them sends messages. */
export class Visitors {
  readonly failures: string[] = [];
  /** Subjects of messages that were accepted. */
  readonly accepted: string[] = [];
  /** Subjects of messages with another response, or none. */
  readonly unsure: string[] = [];
  answered = 0;
  /** How often they were told to come back. */
  told = 0;
  readonly #origin: string;
  readonly #isOutage: (status: number, page: string) => boolean;
  readonly #running: Promise<void>[] = [];
  #isEnding = false;
  readonly #files = new Set<string>();
  #turn = 0;

  /** @param isOutage whether a page is one that may be sent, with `Retry-After`, while no server is ready */
  constructor(origin: string, isOutage: (status: number, page: string) => boolean = () => false) {
    this.#origin = origin;
    this.#isOutage = isOutage;
  }

  /** Visits every page with its files, one after the other. */
  async seeEveryPage(): Promise<void> {
    for (const { page, path } of everyAddress) {
      const html = await this.#ask(path, page === 'notFound' ? 404 : 200);
      for (const [file] of html.matchAll(/\/assets\/[^"' ?)]+\.(?:js|css)/g)) this.#files.add(file);
    }
    for (const file of this.#files) await this.#ask(file, 200);
  }

  begin(): void {
    for (let count = 0; count < visitorCount; count += 1)
      this.#running.push(this.#repeat(() => this.#visit(), pauses.page));
    this.#running.push(this.#repeat(() => this.#write(), pauses.message));
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    await Promise.all(this.#running);
  }

  async #repeat(act: () => Promise<void>, pause: number): Promise<void> {
    while (!this.#isEnding) {
      await act();
      await delay(pause);
    }
  }

  async #visit(): Promise<void> {
    this.#turn += 1;
    const { page, path } = everyAddress[this.#turn % everyAddress.length] ?? { page: 'home', path: addresses.en.home };
    const file = [...this.#files][this.#turn % this.#files.size];
    if (this.#turn % 4 === 0 && file) await this.#ask(file, 200);
    // Half of the pages come from the server's cache, half are rendered.
    else await this.#ask(`${path}${this.#turn % 2 ? '?boundaries' : ''}`, page === 'notFound' ? 404 : 200);
  }

  async #ask(path: string, status: number): Promise<string> {
    try {
      const response = await fetch(this.#origin + path, { redirect: 'manual' });
      const text = await response.text();
      const isOutage = response.headers.has('retry-after') && this.#isOutage(response.status, text);
      if (response.status === status) this.answered += 1;
      else if (isOutage) this.told += 1;
      else this.failures.push(`${new Date().toISOString()} ${path}: status ${response.status}, ${text.slice(0, 80)}`);
      return text;
    } catch (error) {
      this.failures.push(`${path}: ${error instanceof Error ? error.message : String(error)}`);
      return '';
    }
  }

  async #write(): Promise<void> {
    const subject = `Message ${crypto.randomUUID()}`;
    const message = { name: 'Ada Lovelace', email: 'ada@example.org', subject, message: 'Is anyone there?' };
    const response = await fetch(this.#origin + addresses.en.contact, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(message),
    }).catch(() => undefined);
    if (response?.status === 303) this.accepted.push(subject);
    else this.unsure.push(subject);
  }
}
